/** The whole story in a browser: from a screenplay to its certificate, by clicking, and by keys alone. */
import test from 'ava';
import type { Page } from 'playwright-core';
import { requireBrowser } from '../support/engines/browser.ts';
import { generateFrames, holdPainter, openStudio, SCREENPLAY } from '../support/console/studio.ts';
import { keysOf, pressTogether } from '../support/console/keys.ts';
import { eventually } from '../support/kernel/eventually.ts';

const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 360, height: 740 } };

/** The window is named in an effect, a moment after its page is drawn. */
const titled = async (page: Page, title: string): Promise<void> =>
  eventually(`the window is named ${title}`, async () => (await page.title()) === title);

if (requireBrowser(test)) {
  test.serial('by clicking: a screenplay becomes frames, pictures, a repair and a certificate', async (t) => {
    const { service, tab } = await openStudio(t);
    const { page, findings, picture } = await tab(NARROW);
    /** Looks at the page wide and narrow, and leaves it narrow. */
    const clean = async (name: string): Promise<void> => {
      for (const [place, { viewport }] of Object.entries({ wide: WIDE, narrow: NARROW })) {
        await page.setViewportSize(viewport);
        await picture(`${name}-${place}`);
        const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        t.true(Number(over) <= 0, `${name} is too wide`);
        if (place === 'wide') t.deepEqual(await findings(), [], name);
      }
    };
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Screenplay').fill(SCREENPLAY);
    t.is(await page.getByLabel('Name').inputValue(), 'The letter', 'the title page names the project');
    await page.getByText('or drop a file. 3 scene headings.').waitFor();
    await clean('new-project');
    await page.getByRole('button', { name: 'Split into frames' }).click();

    await page.getByRole('button', { name: 'Generate 3 frames…' }).click();
    await page.getByRole('button', { name: 'Generate for at most 9 credits' }).waitFor();
    await clean('confirm');
    t.is(await page.locator('.credits b').innerText(), '500', 'nothing is held before the confirmation');
    await page.getByRole('button', { name: 'Generate for at most 9 credits' }).click();
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    t.is(await page.locator('.board img').count(), 3);
    await clean('board');

    await page.getByRole('link', { name: 'Screenplay' }).click();
    await page.getByRole('heading', { name: '3 frames' }).waitFor();
    await clean('screenplay');
    await page.getByRole('link', { name: 'Certificate' }).click();
    await page.getByRole('heading', { name: 'Not certified yet' }).waitFor();
    await titled(page, 'The letter · Certificate · Production Intelligence');
    await page.getByRole('link', { name: 'Board', exact: true }).click();

    await page.getByRole('link', { name: 'Review 3 frames' }).click();
    await page.getByRole('heading', { name: 'Frame 1 of 3' }).waitFor();
    await titled(page, 'Frame 1 of The letter · Review · Production Intelligence');
    await clean('review');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Frame 2 of 3' }).waitFor();
    await page.getByLabel('Words for a repair, or a note').fill('Ada smiles');
    await page.getByRole('button', { name: 'Repair', exact: false }).click();
    await page.getByRole('heading', { name: 'Frame 3 of 3' }).waitFor();
    await page.getByRole('button', { name: 'Frame before' }).click();
    t.is(await page.locator('.stage img').count(), 2);
    await clean('compare');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('2 approved · 1 to repair · 0 to review').waitFor();

    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await page.getByRole('button', { name: 'Repair 1 frame' }).click();
    await clean('repair');
    await page.getByRole('button', { name: 'Repair for about 1 credit' }).click();
    await page.getByRole('link', { name: 'Review 1 frame' }).waitFor();
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Review 1 frame' }).click();
    await page.getByRole('heading', { name: 'Frame 2 of 3' }).waitFor();
    await page.getByRole('button', { name: /^[2-9] attempts/ }).click();
    t.true((await page.locator('.stage img').count()) >= 2);
    await clean('attempts');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('3 approved · 0 to repair · 0 to review').waitFor();
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await page.getByRole('link', { name: 'Certificate' }).click();
    await page.getByRole('heading', { name: 'Frames 1 to 3, certified' }).waitFor();
    t.is(await page.locator('.certificate .hash').count(), 3);
    await clean('certificate');

    const summary = await (await service.client()).get('/api/v1/credits/summary');
    t.is(
      String((summary.body as { credits: { available: number } }).credits.available),
      await page.locator('.credits b').innerText(),
    );
  });

  test.serial('by keys alone: from the token and a screenplay to the certificate and its download', async (t) => {
    const release = holdPainter(t);
    const { service, tab } = await openStudio(t);
    const { page, findings } = await tab();
    const { press, write, reach, step } = keysOf(t, page);
    await step(/^Sign out/, 'Production Intelligence');
    await reach(/^Access token/);
    await write(await service.token());
    await step(/^Sign in/, 'Projects');

    await step(/^New project/, 'New project');
    await reach(/^Name/);
    await write('Keys');
    await reach(/^Screenplay/);
    await write(SCREENPLAY);
    await step(/^Split into frames/, 'Keys');
    await page.getByRole('button', { name: 'Generate 3 frames…' }).waitFor();
    await step(/^Generate 3 frames/, 'Generate 3 frames');
    await reach(/^Generate for at most 9 credits/);
    await press('Enter');
    const live = page.getByRole('region', { name: 'Job under way' });
    await live.getByText('0 of 3 frames').waitFor();
    await reach(/^Pause/);
    await press('Enter');
    await live.getByText('Paused', { exact: true }).waitFor();
    t.is(await page.locator(':focus').innerText(), 'Resume', 'a button keeps the focus while it acts');
    await press('Enter');
    await live.getByText('Rendering', { exact: true }).waitFor();
    t.deepEqual(await findings(), []);
    release();
    await live.waitFor({ state: 'detached' });

    await step(/^Review 3 frames/, 'Frame 1 of 3');
    await press('?');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    t.deepEqual(await findings(), []);
    await press('Escape');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor({ state: 'detached' });
    await page.evaluate(pressTogether, { first: 'n', heading: 'Frame 2 of 3', then: 'p' });
    await page.locator('.stage img').nth(1).waitFor();
    await step('k', 'Frame 1 of 3');
    t.is(await page.locator('.stage img').count(), 1, 'each frame begins with its own picture');
    await step('a', 'Frame 2 of 3');
    await press('p');
    await page.locator('.stage img').nth(1).waitFor();
    await press('r');
    await write('the lamp is nearer, and a gull');
    await step('Control+Enter', 'Frame 3 of 3');
    await press('a');
    await page.getByText('2 approved · 1 to repair · 0 to review').waitFor();
    await step('b', 'Keys');
    await step(/^Repair 1 frame/, 'Repair 1 frame');
    await reach(/^Repair for about/);
    await press('Enter');
    await page.getByRole('link', { name: 'Review 1 frame' }).waitFor();
    await live.waitFor({ state: 'detached' });
    await step(/^Review 1 frame/, 'Frame 2 of 3');
    await press('c');
    await page.getByText(/^Attempt 2/).waitFor();
    await press('a');
    await page.getByText('3 approved · 0 to repair · 0 to review').waitFor();
    await step('b', 'Keys');
    await step(/^Certificate/, 'Frames 1 to 3, certified');
    const saved = page.waitForEvent('download');
    await reach(/^Download/);
    await press('Enter');
    t.regex((await saved).suggestedFilename(), /^certificate-pln_\w+\.json$/);
  });

  test.serial('a screenplay that grows: the new frame alone is made, and approved ones stay', async (t) => {
    const { board } = await openStudio(t);
    const { page } = await board('Growing');
    await generateFrames(page, 3);
    await page.getByRole('link', { name: 'Review 3 frames' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('1 approved').waitFor();
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await page.getByRole('link', { name: 'Screenplay' }).click();
    await page.getByLabel('Screenplay').fill(`${SCREENPLAY}\nEXT. BEACH - DAY\n\nAda walks along the sea.\n`);
    await page.getByRole('button', { name: 'Split into frames' }).click();
    await page.getByRole('heading', { name: '4 frames' }).waitFor();
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await generateFrames(page, 1);
    // The first one is approved already.
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
    await page.getByRole('region', { name: 'Job under way' }).waitFor({ state: 'detached' });
    t.is(await page.locator('.board img').count(), 4);
    t.is(await page.locator('.mark.good').count(), 1);
  });
}
