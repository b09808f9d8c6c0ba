/** The console across what comes between: an expired token, another person, a service that is away, another editor. */
import test, { type ExecutionContext } from 'ava';
import { requireBrowser } from '../support/engines/browser.ts';
import {
  generateFrames,
  madeProject,
  openStudio,
  refusedOnce,
  SCREENPLAY,
  signIn,
  splitScreenplay,
} from '../support/console/studio.ts';
import type { ConsolePage } from '../support/console/console-page.ts';

/** Calls without an answer: more than a refused call is repeated. */
const AWAY = 10;
const STEP_MS = 100;

if (requireBrowser(test)) {
  test.serial('a tab that is opened again with an expired token asks for another one', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page } = await tab();
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('session') ?? '{}') as object;
      sessionStorage.setItem('session', JSON.stringify({ ...kept, token: 'expired', expiresAt: 1 }));
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    await signIn(page, await service.token());
    await page.getByText('No project yet').waitFor();
    t.is(await page.getByRole('dialog').count(), 0);
  });

  for (const [way, leave] of [
    ['a sign-in over the page', async () => undefined],
    [
      'a sign-in after a sign-out',
      async ({ page }: ConsolePage) => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Sign out' }).click();
      },
    ],
  ] as const) {
    test.serial(`a call that waits for a token is not made as another person: ${way}`, async (t) => {
      const { service, tab } = await openStudio(t);
      const opened = await tab();
      const { page, calls } = opened;
      await withWaitingProject(t, opened);
      await leave(opened);
      await signIn(page, await service.token('bob'));
      await page.locator('.account', { hasText: 'bob' }).waitFor();
      await page.goto(`${service.baseUrl}/console#/new`);
      t.is(await page.getByLabel('Screenplay').inputValue(), '', 'no draft is left to another person');
      await page.goto(`${service.baseUrl}/console#/projects`);
      await page.getByText('No project yet').waitFor();
      t.is(calls.filter((call) => call === 'POST /api/v1/projects').length, 1);
    });
  }

  test.serial('a page that is opened while the service is away is there as soon as the service is', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.clock.install();
    const asked: string[] = [];
    await page.route('**/api/v1/storage/assets*', async (route) => {
      asked.push(route.request().url());
      return asked.length <= AWAY ? route.abort() : route.continue();
    });
    await page.getByRole('link', { name: 'Library' }).click();
    while (asked.length <= AWAY) {
      await page.clock.fastForward(10_000);
      // A call has the time to fail.
      await page.waitForTimeout(STEP_MS);
    }
    await page.getByText('Nothing was made yet').waitFor();
    t.is(await page.getByText('The service cannot be reached').count(), 0);
  });

  test.serial('words typed into a screenplay while it is being saved stay a draft, and are saved next', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await splitScreenplay(page);
    await page.getByRole('link', { name: 'Screenplay' }).click();
    const saving = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/script', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      asked.resolve();
      await saving.promise;
      return route.continue();
    });
    await page.getByLabel('Screenplay').fill(`${SCREENPLAY}\nFirst.\n`);
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await asked.promise;
    await page.getByLabel('Screenplay').fill(`${SCREENPLAY}\nFirst. Second.\n`);
    saving.resolve();
    await page.getByText('First.', { exact: false }).and(page.locator('.split p')).waitFor();
    t.regex(await page.getByLabel('Screenplay').inputValue(), /Second/);
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await page.locator('.split p', { hasText: 'Second' }).waitFor();
  });

  test.serial('a draft of a screenplay does not overwrite a revision that was saved elsewhere since', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page } = await tab();
    await splitScreenplay(page);
    await page.getByRole('link', { name: 'Screenplay' }).click();
    await page.getByLabel('Screenplay').fill(`${SCREENPLAY}\nThe end.\n`);
    const [, projectId = ''] = /projects\/(prj_\w+)/.exec(page.url()) ?? [];
    const alice = await service.client();
    const other = await alice.put(`/api/v1/projects/${projectId}/script`, { script: `${SCREENPLAY}\nElsewhere.\n` });
    t.is(other.status, 200);
    await page.reload();
    t.regex(await page.getByLabel('Screenplay').inputValue(), /The end/, 'the draft is kept');
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
    t.regex(await page.getByLabel('Screenplay').inputValue(), /Elsewhere/);
  });

  test.serial('a screenplay of an older encoding keeps its letters, and a file can be chosen again', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.getByRole('link', { name: 'New project' }).click();
    const field = page.getByLabel('Screenplay');
    const file = page.locator('input[type=file]');
    const text = 'INT. CAFÉ - DAY\n\nAda reads.\n';
    for (const bytes of [
      Buffer.from(text, 'latin1'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(`\uFEFF${text}`),
    ]) {
      await field.fill('');
      await file.setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer: bytes });
      await page.getByText('1 scene heading.').waitFor();
      t.is(await field.inputValue(), text);
      t.is(await file.inputValue(), '', 'a browser tells of another choice alone');
    }
  });

  test.serial(
    'a decision that another tab has overtaken is refused, and the page shows what was decided',
    async (t) => {
      const { service, tab } = await openStudio(t);
      const id = await madeProject(service, 'Two tabs', ['A lamp']);
      const [mine, other] = [await tab(), await tab()];
      for (const { page } of [mine, other]) {
        await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
        await page.getByText('0 approved · 0 to repair · 1 to review').waitFor();
      }
      await other.page.keyboard.press('a');
      await other.page.getByText('1 approved').waitFor();
      await mine.page.getByLabel('Words for a repair, or a note').fill('A smile');
      await mine.page.getByRole('button', { name: 'Repair' }).click();
      await mine.page.getByRole('alert').getByText('the plan is certified').waitFor();
      await mine.page.getByText('1 approved · 0 to repair · 0 to review').waitFor();
      t.is(await mine.page.getByLabel('Words for a repair, or a note').inputValue(), 'A smile');
    },
  );

  test.serial('a quote that has moved is told, and the next one can be confirmed', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    const made = await alice.post('/api/v1/projects', { name: 'Moving', script: SCREENPLAY });
    const { page, findings } = await tab();
    await page.getByText('Moving', { exact: true }).click();
    await page.getByRole('button', { name: 'Generate 3 frames…' }).click();
    const path = `/api/v1/projects/${(made.body as { project: { id: string } }).project.id}/script`;
    t.is((await alice.put(path, { script: `${SCREENPLAY}\nINT. HALL - DAY\n\nA dog.\n` })).status, 200);
    await page.getByRole('button', { name: 'Generate for at most 9 credits' }).click();
    await page.getByText('The script or storyboard has moved since planning').waitFor();
    t.deepEqual(await findings(), []);
    await generateFrames(page, 4);
    await page.getByRole('link', { name: 'Review 4 frames' }).waitFor();
    t.is(await page.getByText('has moved since planning').count(), 0);
  });

  test.serial('a decision that is refused after its person has gone on is told, and leads back', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Three', ['A lamp', 'A gull', 'A boat']);
    const { page, findings } = await tab();
    const answers = [429, 409];
    const gone = Promise.withResolvers<void>();
    await page.route('**/review', async (route) => {
      await gone.promise;
      const status = answers.shift();
      return status === undefined ? route.continue() : route.fulfill({ status, json: { message: `Said ${status}` } });
    });
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    await page.getByRole('heading', { name: 'Frame 1 of 3' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Frame 2 of 3' }).waitFor();
    gone.resolve();
    await page.getByText('Frame 1 has no decision: Said 409').waitFor();
    t.deepEqual(await findings(), []);
    await page.getByRole('link', { name: 'Frame 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Frame 1 of 3' }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('1 approved').waitFor();
    t.is(await page.getByText('has no decision').count(), 0);
  });

  test.serial('a profile that is changed while it is being saved keeps the later words and choices', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.getByRole('link', { name: 'Profile' }).click();
    const saving = Promise.withResolvers<void>();
    await page.route('**/user/settings/creative', async (route) => {
      if (route.request().method() === 'PUT') await saving.promise;
      return route.continue();
    });
    await page.getByLabel('Signature').fill('One');
    await page.getByLabel('Governance').selectOption('strict');
    await page.getByRole('button', { name: 'Save the profile' }).click();
    await page.getByLabel('Signature').fill('Two');
    await page.getByLabel('Governance').selectOption('creative');
    saving.resolve();
    await page.getByText('Saved.').waitFor();
    t.is(await page.getByLabel('Signature').inputValue(), 'Two');
    t.is(await page.getByLabel('Governance').inputValue(), 'creative');
    await page.reload();
    await page.getByLabel('Signature').waitFor();
    t.is(await page.getByLabel('Governance').inputValue(), 'strict');
  });
}

/** A project is asked for, its call refused, and the page asks for another token. */
const withWaitingProject = async (t: ExecutionContext, { page }: ConsolePage): Promise<void> => {
  await page.getByRole('link', { name: 'New project' }).click();
  await page.getByLabel('Screenplay').fill(SCREENPLAY);
  const refused = await refusedOnce(page);
  await page.getByRole('button', { name: 'Split into frames' }).click();
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  t.is(refused(), 1);
};
