/** The console where things go wrong: a narrow screen, hostile words, a lost connection, a token that expires. */
import test from 'ava';
import type { Locator } from 'playwright-core';
import { requireBrowser } from '../support/engines/browser.ts';
import {
  generateFrames,
  holdPainter,
  madeProject,
  openStudio,
  refusedOnce,
  SCREENPLAY,
  signIn,
  splitScreenplay,
} from '../support/console/studio.ts';

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'`${alert(3)}';
const RIGHT_TO_LEFT = 'رسالة إلى الميناء ‮gnorw';
const LONG = 'Unbreakable'.repeat(10);
/** Between two tries of one call. */
const LONGEST_WAIT_MS = 8_000;

if (requireBrowser(test)) {
  test.serial('at 360 px with hostile words: nothing runs, nothing is cut off, axe finds nothing', async (t) => {
    const { service, tab } = await openStudio(t);
    const names = [HOSTILE, RIGHT_TO_LEFT, LONG];
    const alice = await service.client();
    for (const name of names) await alice.post('/api/v1/projects', { name });
    const prompts = names.map((name) => `A harbour. ${name}`);
    const id = await madeProject(service, 'Unbreakable'.repeat(4) + HOSTILE, prompts, names.join(' '));
    const { page, findings, picture } = await tab({ viewport: { width: 360, height: 740 } });
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    const look = async (what: string): Promise<void> => {
      await picture(`narrow-${what}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(overflow <= 0, `${what} is ${overflow} px too wide`);
      t.is(await page.locator('main script, main img[src="x"]').count(), 0);
    };
    const lookWell = async (what: string): Promise<void> => {
      await look(what);
      t.deepEqual(await findings(), [], what);
    };
    await page.getByText(HOSTILE, { exact: true }).waitFor();
    await lookWell('projects');
    await page.goto(`${service.baseUrl}/console#/projects/${id}`);
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
    await lookWell('board');
    await page.getByRole('link', { name: 'Review 3 frames' }).click();
    await page.getByRole('heading', { name: 'Frame 1 of 3' }).waitFor();
    await lookWell('review');
    // As at twice the size of letters: the row of frames, below the fold, must not pull the page down.
    await page.setViewportSize({ width: 640, height: 360 });
    await page.reload();
    await page.locator('.strip-of-frames a').nth(2).waitFor();
    t.is(await page.evaluate('window.scrollY'), 0);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [i, next] of ['Frame 2 of 3', 'Frame 3 of 3'].entries()) {
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('heading', { name: next }).waitFor();
      await look(`review-${i + 2}`);
    }
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('3 approved').waitFor();
    await page.goto(`${service.baseUrl}/console#/projects/${id}/certificate`);
    await page.getByRole('heading', { name: 'Frames 1 to 3, certified' }).waitFor();
    await lookWell('certificate');
    await page.goto(`${service.baseUrl}/console#/new`);
    await page.getByLabel('Screenplay').waitFor();
    await look('new');
    t.deepEqual(dialogs, []);
  });

  test.serial('a token that is refused in the middle: nothing typed is lost, and the call goes on', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page, findings } = await tab();
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('Kept');
    await page.getByLabel('Screenplay').fill(SCREENPLAY);
    await page.reload();
    t.is(await page.getByLabel('Screenplay').inputValue(), SCREENPLAY, 'a reload keeps it, too');
    const refused = await refusedOnce(page);
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    t.deepEqual(await findings(), []);
    t.is(await page.locator('#name').inputValue(), 'Kept');
    await signIn(page, 'no token');
    await page.getByText('This is not a token').waitFor();
    await signIn(page, await service.token());
    await page.getByRole('button', { name: 'Generate 3 frames…' }).waitFor();
    t.is(refused(), 1);
    const stored = await page.evaluate(() => Object.values(localStorage).join(' '));
    t.false(stored.includes('.'), 'no token is kept beyond the tab');
    t.deepEqual(await page.context().cookies(), []);
  });

  test.serial('a connection that drops, and streams that never come: the board ends by polling', async (t) => {
    const release = holdPainter(t);
    const { tab } = await openStudio(t);
    const { page, picture } = await tab();
    await splitScreenplay(page);
    let streams = 0;
    await page.route('**/events', async (route) => {
      streams += 1;
      return route.abort();
    });
    await generateFrames(page, 3);
    await page.getByText('0 of 3 frames').waitFor();
    t.is(await page.getByText('The service cannot be reached').count(), 0, 'a stream alone is no connection');
    await page.context().setOffline(true);
    await page.getByText('The service cannot be reached').waitFor();
    await picture('offline');
    await page.clock.install();
    // One call is repeated five times: the watch of the job outlives it.
    for (let asked = 0; asked < 7; asked += 1) {
      const failed = page.waitForEvent('requestfailed', (request) => /\/jobs\/job_\w+$/.test(request.url()));
      await page.clock.fastForward(LONGEST_WAIT_MS);
      await failed;
    }
    release();
    await page.context().setOffline(false);
    await page.clock.fastForward(LONGEST_WAIT_MS);
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    t.true(streams > 0);
  });

  test.serial('decisions that are under way at once are all shown, and none takes a person back', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Three', ['A lamp', 'A gull', 'A boat']);
    const { page } = await tab();
    const first = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/review', async (route) => {
      asked += 1;
      if (asked === 1) await first.promise;
      return route.continue();
    });
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    const heading = (number: number): Locator => page.getByRole('heading', { name: `Frame ${number} of 3` });
    await heading(1).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('n');
    await heading(2).waitFor();
    await page.keyboard.press('a');
    await page.getByText('1 approved · 0 to repair · 2 to review').waitFor();
    await heading(3).waitFor();
    first.resolve();
    await page.getByText('2 approved · 0 to repair · 1 to review').waitFor();
    t.true(await heading(3).isVisible());
  });

  test.serial('a page of a thing that is not there has a heading, a reason and a way back', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page, findings } = await tab();
    const project = 'prj_00000000000000000000000000';
    for (const [path, heading] of [
      ['nothing', 'There is no such page'],
      ['%', 'There is no such page'],
      [`projects/${project}`, 'Board'],
      [`projects/${project}/screenplay`, 'Screenplay'],
      [`projects/${project}/review/1`, 'Review'],
      [`projects/${project}/certificate`, 'Certificate'],
      ['films/job/job_00000000000000000000000000', 'Film'],
    ] as const) {
      await page.goto(`${service.baseUrl}/console#/${path}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      if (heading !== 'There is no such page') await page.getByRole('alert').waitFor();
      t.is(await page.locator('h1').count(), 1, path);
      t.true((await page.locator('main a').count()) > 0, path);
    }
    t.deepEqual(await findings(), []);
    const alice = await service.client();
    const { body } = await alice.post('/api/v1/projects', { name: 'Empty' });
    await page.goto(
      `${service.baseUrl}/console#/projects/${(body as { project: { id: string } }).project.id}/review/1`,
    );
    await page.getByRole('heading', { level: 1, name: 'No frame to review yet' }).waitFor();
    await page.getByRole('link', { name: 'To the board' }).click();
    await page.getByText('No screenplay yet').waitFor();
  });

  test.serial('a form with several flaws is told each of them', async (t) => {
    const { tab } = await openStudio(t);
    const { page, takeTroubles } = await tab();
    await page.evaluate(`location.hash = '/settings'`);
    await page.getByLabel('Signature').fill(LONG.repeat(2));
    await page.getByLabel('Banned topics').fill(LONG.repeat(99));
    await page.getByRole('button', { name: 'Save the profile' }).click();
    const told = page.getByRole('alert');
    await told
      .getByText(/^\/authorSignature must have .+; \/bannedTopics\/0 must have at most \d+ characters$/)
      .waitFor();
    t.is(takeTroubles().length, 1, 'the contract describes no such body');
  });
}
