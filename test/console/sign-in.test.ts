/** Addresses that sign in, and tokens that do not: a person reads what is true, and goes on. */
import test from 'ava';
import type { Page } from 'playwright-core';
import { openConsole } from '../support/console/console-page.ts';
import { openStudio, signIn } from '../support/console/studio.ts';
import { openBrowser, requireBrowser } from '../support/engines/browser.ts';

const CODE = 'fresh-code';

/** `answers`: of the exchange of a code, one after another. Resolves with the codes that were exchanged. */
const exchanging = async (page: Page, answers: readonly (string | number)[]): Promise<readonly string[]> => {
  const codes: string[] = [];
  await page.route('**/console/sign-in', async (route) => {
    const answer = answers[codes.length];
    codes.push((route.request().postDataJSON() as { code: string }).code);
    if (typeof answer === 'string') return route.fulfill({ json: { ok: true, token: answer, expiresAt: 1 } });
    return answer === undefined
      ? route.abort()
      : route.fulfill({ status: answer, json: { message: `Said ${answer}` } });
  });
  return codes;
};

const open = async (page: Page): Promise<void> => {
  await page.evaluate((code) => {
    location.hash = `/sign-in/${code}`;
  }, CODE);
};

if (requireBrowser(test)) {
  test.serial('an address with a code signs in a tab that is signed in, also as another person', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page } = await tab();
    const codes = await exchanging(page, [await service.token(), 401, await service.token('bob')]);
    const account = page.locator('.account');
    const own = await account.innerText();
    await page.evaluate(`location.hash = '/settings'`);
    await page.getByRole('heading', { name: 'Creative profile' }).waitFor();
    await open(page);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    t.is(await account.innerText(), own);

    await open(page);
    await page.getByText('That address has been used').waitFor();
    await page.getByText(`This tab stays signed in as ${own.trim()}.`).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No project yet').waitFor();

    await open(page);
    await account.getByText('bob').waitFor();
    t.deepEqual(codes, [CODE, CODE, CODE]);
    for (;;) {
      t.false(page.url().includes(CODE));
      if (page.url().endsWith('/settings')) break;
      await page.goBack();
    }
  });

  test.serial('a code that finds no service is not called used, and is tried again', async (t) => {
    const { service } = await openStudio(t);
    const { page, findings } = await openConsole(t, await openBrowser(), `${service.baseUrl}/console`);
    const codes = await exchanging(page, [503, await service.token()]);
    await open(page);
    await page.getByText('Said 503').waitFor();
    t.is(await page.getByText('has been used').count(), 0);
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No project yet').waitFor();
    t.deepEqual(codes, [CODE, CODE]);
  });

  test.serial('a token that the service does not take is not called expired', async (t) => {
    const { service } = await openStudio(t);
    const { page } = await openConsole(t, await openBrowser(), `${service.baseUrl}/console`);
    const [head, middle] = (await service.token()).split('.');
    await signIn(page, `${head}.${middle}.AAAA`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The service does not take the token of this tab').waitFor();
    t.is(await dialog.getByText('expired').count(), 0);
    await signIn(dialog, await service.token());
    await page.getByText('No project yet').waitFor();
  });
}
