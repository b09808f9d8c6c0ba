/** A keyboard is where its person left it: after a dialog, a refusal, a decision, and what has left the page. */
import test from 'ava';
import type { Page } from 'playwright-core';
import { madeProject, openStudio } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';

/** The first page of a list has fewer. */
const PROJECTS = 60;

/** The words of the control that has the focus, or its element. */
const focused = async (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at instanceof HTMLButtonElement ? at.innerText.trim() : (at?.tagName ?? '');
  });

const enter = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
};

if (requireBrowser(test)) {
  test.serial('a dialog gives the focus back to its button, or to the page where the button is gone', async (t) => {
    const { board } = await openStudio(t);
    const { page } = await board('The letter');
    const dialog = page.getByRole('dialog', { name: 'Generate 3 frames' });
    for (const key of ['Escape', 'Enter']) {
      await enter(page, 'Generate 3 frames…');
      await dialog.waitFor();
      t.is(await focused(page), 'Not now', 'a key that is held spends nothing');
      await page.keyboard.press(key);
      await dialog.waitFor({ state: 'detached' });
      t.is(await focused(page), 'Generate 3 frames…', key);
    }
    await page.keyboard.press('Enter');
    await enter(page, 'Generate for at most 9 credits');
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
    t.is(await focused(page), 'MAIN');
  });

  test.serial('a list that is shown to its end keeps the focus on the page', async (t) => {
    const { service, tab } = await openStudio(t);
    const alice = await service.client();
    for (let i = 0; i < PROJECTS; i += 1) await alice.post('projects', { name: `Project ${i}` });
    const { page } = await tab();
    const more = page.getByRole('button', { name: 'Show more' });
    await more.waitFor();
    while ((await page.locator('.project').count()) < PROJECTS) {
      const shown = await page.locator('.project').count();
      await more.press('Enter');
      await page.locator('.project').nth(shown).waitFor();
    }
    t.is(await more.count(), 0);
    t.is(await focused(page), 'MAIN');
  });

  test.serial('a last decision and a refused form keep the focus on their button', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'One', ['A lamp']);
    const { page, findings } = await tab();
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    await enter(page, 'Accept');
    await page.getByText('1 approved').waitFor();
    t.regex(await focused(page), /^Accept/);
    await page.goto(`${service.baseUrl}/console#/new`);
    await page.getByLabel('Name').fill('Refused');
    await page.route('**/api/v1/projects', async (route) =>
      route.fulfill({ status: 422, json: { message: 'Said 422' } }),
    );
    await enter(page, 'Split into frames');
    await page.getByText('Said 422').waitFor();
    t.is(await focused(page), 'Split into frames');
    t.deepEqual(await findings(), []);
  });

  test.serial('arrows scroll a table that has the focus, and letters act beside it', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Two', ['A lamp', 'A gull']);
    const { page } = await tab();
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    await page.getByRole('region', { name: 'Measures' }).focus();
    await page.keyboard.press('ArrowRight');
    t.is(await page.evaluate('location.hash'), `#/projects/${id}/review/1`);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Frame 2 of 2' }).waitFor();
    // The page has the focus as soon as it is drawn.
    await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'Frame 1 of 2' }).waitFor();
  });

  for (const [what, size] of [
    ['a window', { width: 1_280, height: 720 }],
    ['a window at four times its size', { width: 320, height: 256 }],
  ] as const) {
    test.serial(`no control with the focus is under the bar of ${what}`, async (t) => {
      const { service, tab } = await openStudio(t);
      const id = await madeProject(service, 'Six', ['A', 'B', 'C', 'D', 'E', 'F']);
      const { page } = await tab({ viewport: size });
      await page.goto(`${service.baseUrl}/console#/projects/${id}`);
      await page.locator('.frame a').nth(5).focus();
      for (let pressed = 0; pressed < 10; pressed += 1) {
        await page.keyboard.press('Shift+Tab');
        const covered = await page.evaluate(() => {
          const { activeElement: at } = document;
          const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
          const bottom = at?.getBoundingClientRect().bottom ?? 0;
          return at?.closest('main') && bottom <= bar ? at.textContent : null;
        });
        t.is(covered, null);
      }
    });
  }
}
