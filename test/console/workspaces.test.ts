/** Workspaces of a person: a way out of one that is lost, and the one that a token is bound to. */
import test from 'ava';
import { openConsole } from '../support/console/console-page.ts';
import { madeProject, openStudio, signIn } from '../support/console/studio.ts';
import { openBrowser, requireBrowser } from '../support/engines/browser.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

type Made = { readonly workspace: { readonly id: string } };

if (requireBrowser(test)) {
  test.serial('a tab in a workspace that its person was removed from leads to another one', async (t) => {
    const { service, tab } = await openStudio(t);
    const owner = await service.client('owner');
    const { workspace } = expecting(201, await owner.post('workspaces', { name: 'Shared' })).body as Made;
    const { page, findings } = await tab();
    const sub = (await page.locator('.account').innerText()).trim();
    const membership = `workspaces/${workspace.id}/members/${sub}`;
    expecting(200, await owner.put(membership, {}));
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.getByRole('button', { name: 'Work here: Shared' }).click();
    await page.locator('li', { hasText: 'Shared' }).getByText('This tab').waitFor();
    expecting(200, await owner.delete(membership));
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByText('The caller is not a member of this workspace').waitFor();
    await page.getByRole('link', { name: 'Choose another workspace' }).click();
    await page.getByText('You are no member of the workspace of this tab any more.').waitFor();
    t.deepEqual(await findings(), []);
    await page.getByRole('button', { name: 'Work here: Personal' }).click();
    await page.getByText('A personal workspace has no other member.').waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByText('No project yet').waitFor();
  });

  test.serial('a tab whose token is bound to a workspace says that it works there, and offers no other', async (t) => {
    const { service } = await openStudio(t);
    const alice = await service.client();
    const { workspace } = expecting(201, await alice.post('workspaces', { name: 'Bound' })).body as Made;
    const id = await madeProject(service, 'Elsewhere', ['A lamp']);
    const { page } = await openConsole(t, await openBrowser(), `${service.baseUrl}/console`);
    await signIn(page, await service.token(undefined, undefined, workspace.id));
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.locator('li', { hasText: 'Bound' }).getByText('This tab').waitFor();
    await page.getByRole('button', { name: 'Let in' }).waitFor();
    t.is(await page.getByRole('button', { name: /^Work here/ }).count(), 0);
    await page.goto(`${service.baseUrl}/console#/projects/${id}`);
    await page.getByRole('link', { name: 'Choose another workspace' }).waitFor();
  });

  test.serial('a webhook that was removed in another tab leaves the list when it is used', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const body = { url: 'https://127.0.0.1/news', events: ['job.completed'], description: 'News' };
    const { webhook } = expecting(201, await alice.post('webhooks', body)).body as { webhook: { id: string } };
    const { page, takeTroubles } = await tab();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.getByText('News').waitFor();
    expecting(200, await alice.delete(`webhooks/${webhook.id}`));
    await page.getByRole('button', { name: 'Remove…', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the webhook' }).click();
    await page.getByText('None. A webhook is told').waitFor();
    t.is(await page.locator('dialog').count(), 0);
    t.deepEqual(
      takeTroubles().filter((trouble) => !trouble.includes('404')),
      [],
    );
  });
}
