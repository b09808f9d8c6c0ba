/** The console in a browser whose clock is wrong, or that keeps nothing. */
import test from 'ava';
import { openConsole } from '../support/console/console-page.ts';
import { madeProject, openStudio, signIn } from '../support/console/studio.ts';
import { openBrowser, requireBrowser } from '../support/engines/browser.ts';

const HOUR_MS = 3_600_000;

if (requireBrowser(test)) {
  for (const [way, hours] of [
    ['a day ahead', 30],
    ['a day behind', -30],
  ] as const) {
    test.serial(`a clock that is ${way} signs in and works`, async (t) => {
      const { service } = await openStudio(t);
      const id = await madeProject(service, 'Clock', ['A lamp']);
      const { page, findings } = await openConsole(t, await openBrowser(), `${service.baseUrl}/health/live`);
      await page.addInitScript((ms) => {
        const own = Date.now.bind(Date);
        Date.now = () => own() + ms;
      }, hours * HOUR_MS);
      await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
      await signIn(page, await service.token());
      await page.getByRole('heading', { name: 'Frame 1 of 1' }).waitFor();
      await page.keyboard.press('a');
      await page.getByText('1 approved').waitFor();
      await page.reload();
      await page.getByText('1 approved').waitFor();
      await page.getByRole('link', { name: 'Credits' }).click();
      await page.locator('.chart').waitFor();
      t.is(await page.getByRole('dialog').count(), 0);
      t.deepEqual(await findings(), []);
    });
  }

  test.serial('a clock that is set while the console is open asks for no other token', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.evaluate((ms) => {
      const own = Date.now.bind(Date);
      Date.now = () => own() + ms;
    }, 30 * HOUR_MS);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByText('Nothing was made yet').waitFor();
    t.is(await page.getByRole('dialog').count(), 0);
  });

  test.serial('a browser that keeps nothing for the console signs in, and works until it is reloaded', async (t) => {
    const { service } = await openStudio(t);
    const { page } = await openConsole(t, await openBrowser(), `${service.baseUrl}/health/live`);
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('Access is denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
    });
    await page.goto(`${service.baseUrl}/console`);
    await signIn(page, await service.token());
    await page.getByText('No project yet').waitFor();
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Kept in memory');
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByRole('button', { name: 'Check the whole ledger' }).click();
    await page.getByText(/events of the ledger have their signed place in the log/).waitFor();
    await page.goBack();
    t.is(await page.getByLabel('Name').inputValue(), 'Kept in memory');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
  });

  test.serial('drafts that fill the storage of a tab leave room to sign in', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page } = await tab();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.evaluate(() => {
      for (let size = 2 ** 23; size >= 1; size /= 2) {
        try {
          sessionStorage.setItem(`draft:${size}`, 'x'.repeat(size));
        } catch {
          // The next one is smaller.
        }
      }
    });
    await signIn(page, await service.token());
    await page.getByText('No project yet').waitFor();
    t.is(await page.getByRole('dialog').count(), 0);
  });

  test.serial('forced colours leave the page, the states of frames and the chosen view to be seen', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Forced', ['A lamp', 'A gull']);
    const { page } = await tab();
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/2`);
    await page.getByRole('heading', { name: 'Frame 2 of 2' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('1 approved').waitFor();
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/2`);
    await page.getByRole('heading', { name: 'Frame 2 of 2' }).waitFor();
    await page.keyboard.press('p');
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
    // The looks of controls beside each other, without their words.
    const looks = async (of: string, pseudo?: string): Promise<readonly string[]> =>
      page.locator(of).evaluateAll((all, part) => {
        const styles = all.map((one) => getComputedStyle(one, part));
        return [
          ...new Set(styles.map((s) => `${part ? s.backgroundColor : ''} ${s.borderTopWidth} ${s.textDecorationLine}`)),
        ];
      }, pseudo);
    t.is((await looks('.bar nav a')).length, 2, 'the present page');
    t.is((await looks('.strip-of-frames .mark', '::before')).length, 2, 'the states of frames');
    t.is((await looks('.views button')).length, 2, 'the chosen view');
    const [accept, next] = await page
      .locator('.decision-acts button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    t.is(accept, next, 'words on a filled button would have another ground');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test.serial('a page of the dark theme has dark ink on paper', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
    const ink = async (): Promise<string> => page.locator('h1').evaluate((one) => getComputedStyle(one).color);
    t.is(await ink(), 'rgb(236, 235, 231)');
    await page.emulateMedia({ media: 'print' });
    t.is(await ink(), 'rgb(25, 26, 28)');
    await page.emulateMedia({ media: 'screen' });
  });
}
