/** The console in a browser whose clock is wrong, or that keeps nothing. */
import test from 'ava';
import { openConsole } from '../support/console/console-page.ts';
import { madeProject, openStudio } from '../support/console/studio.ts';
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
      const { page, findings, troubles } = await openConsole(t, await openBrowser(), `${service.baseUrl}/health/live`);
      await page.addInitScript((ms) => {
        const own = Date.now.bind(Date);
        Date.now = () => own() + ms;
      }, hours * HOUR_MS);
      await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
      await page.getByLabel('Access token').fill(await service.token());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Frame 1 of 1' }).waitFor();
      await page.keyboard.press('a');
      await page.getByText('1 approved').waitFor();
      await page.reload();
      await page.getByText('1 approved').waitFor();
      await page.getByRole('link', { name: 'Credits' }).click();
      await page.locator('.chart').waitFor();
      t.is(await page.getByRole('dialog').count(), 0);
      t.deepEqual(await findings(), []);
      t.deepEqual(troubles, []);
    });
  }

  test.serial('a browser that keeps nothing for the console signs in, and works until it is reloaded', async (t) => {
    const { service } = await openStudio(t);
    const { page, troubles } = await openConsole(t, await openBrowser(), `${service.baseUrl}/health/live`);
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('Access is denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
    });
    await page.goto(`${service.baseUrl}/console`);
    await page.getByLabel('Access token').fill(await service.token());
    await page.getByRole('button', { name: 'Sign in' }).click();
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
    t.deepEqual(troubles, []);
  });

  test.serial('drafts that fill the storage of a tab leave room to sign in', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page, troubles } = await tab();
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
    await page.getByLabel('Access token').fill(await service.token());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No project yet').waitFor();
    t.deepEqual(troubles, []);
  });
}
