/** A double click and a held key do one thing: what follows on the page is not decided, and not paid. */
import test from 'ava';
import type { Locator, Page } from 'playwright-core';
import { madeProject, openStudio } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';

/** Of a held key, before it is released. */
const REPEATS = 10;

/** The mouse goes to the middle of the place that all of them cover. */
const moveOver = async (page: Page, ...all: readonly Awaited<ReturnType<Locator['boundingBox']>>[]): Promise<void> => {
  const boxes = all.flatMap((box) => box ?? []);
  const middle = (from: 'x' | 'y', size: 'width' | 'height'): number =>
    (Math.max(...boxes.map((box) => box[from])) + Math.min(...boxes.map((box) => box[from] + box[size]))) / 2;
  await page.mouse.move(middle('x', 'width'), middle('y', 'height'));
};

const press = async (page: Page, clickCount: number): Promise<void> => {
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
};

if (requireBrowser(test)) {
  test.serial('a double click accepts one frame, and a held key one more', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Four', ['A lamp', 'A gull', 'A boat', 'A quay']);
    const { page, calls } = await tab();
    const reviews = (): number => calls.filter((call) => call.endsWith('/review')).length;
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    await page.getByRole('heading', { name: 'Frame 1 of 4' }).waitFor();
    await moveOver(page, await page.getByRole('button', { name: 'Accept' }).boundingBox());
    await press(page, 1);
    await page.getByRole('heading', { name: 'Frame 2 of 4' }).waitFor();
    await press(page, 2);
    await page.keyboard.down('a');
    await page.getByRole('heading', { name: 'Frame 3 of 4' }).waitFor();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await page.getByText('2 approved · 0 to repair · 2 to review').waitFor();
    t.is(reviews(), 2);
    await page.keyboard.press('a');
    await page.getByText('3 approved').waitFor();
  });

  test.serial('in a small window a double click that opens the quote does not confirm it', async (t) => {
    const { board } = await openStudio(t);
    const { page, calls } = await board('The letter', { viewport: { width: 320, height: 300 } });
    const open = page.getByRole('button', { name: 'Generate 3 frames…' });
    const confirm = page.getByRole('button', { name: 'Generate for at most 9 credits' });
    const place = await open.boundingBox();
    await open.click();
    await moveOver(page, place, await confirm.boundingBox());
    await page.keyboard.press('Escape');
    await confirm.waitFor({ state: 'detached' });
    await press(page, 1);
    await confirm.waitFor();
    await press(page, 2);
    // Another step of the page, which a confirmation would come before.
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('link', { name: 'Certificate' }).click();
    await page.getByRole('heading', { name: 'Not certified yet' }).waitFor();
    t.false(calls.some((call) => call.endsWith('/generate')));
  });
}
