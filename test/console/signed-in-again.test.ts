/** A token that runs out under work: what a person has given up, or meant for another workspace, is not done later. */
import test from 'ava';
import { openStudio, refusedOnce, signIn } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

type Made = { readonly workspace: { readonly id: string } };

if (requireBrowser(test)) {
  test.serial('a generation whose sign-in a person has closed is told, and not made after a later one', async (t) => {
    const { service, board } = await openStudio(t);
    const { page, calls, findings } = await board('The letter');
    await page.getByRole('button', { name: 'Generate 3 frames…' }).click();
    await page.route('**/generate', async (route) => route.fulfill({ status: 401, json: { code: 'unauthorized' } }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Generate for at most 9 credits' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    t.deepEqual(await findings(), []);
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Not signed in: this was not done.').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('link', { name: 'Library' }).click();
    await signIn(page, await service.token());
    await page.getByText('Nothing was made yet').waitFor();
    t.is(calls.filter((call) => call.endsWith('/generate')).length, 1);
    t.is(await page.locator('.credits').innerText(), '500 credits');
  });

  test.serial('a call that waits for a token is not made in another workspace, and what was typed stays', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const { workspace } = expecting(201, await alice.post('workspaces', { name: 'Other' })).body as Made;
    const { page, calls } = await tab();
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Where');
    await refusedOnce(page);
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    await signIn(page, await service.token(undefined, undefined, workspace.id));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.credits').waitFor();
    t.is(await page.getByLabel('Name').inputValue(), 'Where');
    t.is(calls.filter((call) => call === 'POST /api/v1/projects').length, 1);
  });

  test.serial('a token that is bound to another workspace than the chosen one takes its place', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const other = expecting(201, await alice.post('workspaces', { name: 'Other' })).body as Made;
    expecting(201, await alice.post('workspaces', { name: 'Chosen' }));
    const { page } = await tab();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.getByRole('button', { name: 'Work here: Chosen' }).click();
    await page.locator('li', { hasText: 'Chosen' }).getByText('This tab').waitFor();
    await page.route('**/assets*', async (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
    await page.getByRole('link', { name: 'Library' }).click();
    await signIn(page, await service.token(undefined, undefined, other.workspace.id));
    await page.getByText('Nothing was made yet').waitFor();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.locator('li', { hasText: 'Other' }).getByText('This tab').waitFor();
    t.is(await page.getByRole('dialog').count(), 0);
  });
}
