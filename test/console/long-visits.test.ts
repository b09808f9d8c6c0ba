/** A console that stays open: signed addresses that expire, tabs out of view, and files that are saved slowly. */
import test from 'ava';
import type { Page, Request } from 'playwright-core';
import { generateFrames, holdPainter, madeProject, openStudio, splitScreenplay } from '../support/console/studio.ts';
import { requireBrowser } from '../support/engines/browser.ts';

const MINUTE_MS = 60_000;
/** The page looks each minute, and asks anew two minutes before the end. */
const SOON_MS = 4 * MINUTE_MS;

const look = async (page: Page, visibility: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);

if (requireBrowser(test)) {
  test.serial('a review that takes more than an hour asks for new addresses of its pictures', async (t) => {
    const { service, tab } = await openStudio(t);
    const id = await madeProject(service, 'Two', ['A lamp', 'A gull']);
    const { page } = await tab();
    // An answer while the clock is being replaced would meet no time.
    await page.waitForLoadState('networkidle');
    await page.clock.install();
    const soon = new Date((await page.evaluate(() => Date.now())) + SOON_MS).toISOString();
    // The clock of a tab is that of all tabs: the hour is over by the answer.
    let asked = 0;
    await page.route('**/photo-sequences/*', async (route) => {
      asked += 1;
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/"expiresAt":"[^"]+"/g, `"expiresAt":"${soon}"`);
      return route.fulfill({ response, body: asked === 1 ? body : await response.text() });
    });
    await page.goto(`${service.baseUrl}/console#/projects/${id}/review/1`);
    await page.getByRole('heading', { name: 'Frame 1 of 2' }).waitFor();
    await page.clock.runFor(1.5 * MINUTE_MS);
    t.is(asked, 1, 'they hold');
    const renewed = page.waitForResponse(/\/photo-sequences\//);
    // An answer that comes meanwhile tells the time of the service, where these minutes have not passed.
    await page.clock.runFor(SOON_MS);
    await renewed;
    await page.clock.runFor(SOON_MS);
    t.is(asked, 2, 'the new ones hold for an hour');
  });

  test.serial('a hidden tab has no stream: the connections of the browser are for the tab in view', async (t) => {
    const release = holdPainter(t);
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await splitScreenplay(page);
    await generateFrames(page, 3);
    await page.getByText('0 of 3 frames').waitFor();
    const isStream = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/events');
    // Other requests of the page may be called off, too: those for what it has left.
    const ended = page.waitForEvent('requestfailed', isStream);
    await look(page, 'hidden');
    t.is((await ended).failure()?.errorText, 'net::ERR_ABORTED');
    release();
    await look(page, 'visible');
    await page.getByRole('link', { name: 'Review 3 frames' }).waitFor();
  });

  test.serial('a saved file can be read for a while after the click', async (t) => {
    const { tab } = await openStudio(t);
    const { page } = await tab();
    await page.clock.install();
    await page.evaluate(`location.hash = '/credits'`);
    await page.getByText('Closing').waitFor();
    await page.evaluate(() => {
      const revoke = URL.revokeObjectURL.bind(URL);
      URL.revokeObjectURL = (url) => {
        document.title = 'revoked';
        revoke(url);
      };
    });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await saved;
    t.not(await page.title(), 'revoked');
    await page.clock.runFor(2 * MINUTE_MS);
    t.is(await page.title(), 'revoked');
  });

  test.serial('a step back to a list finds the pages that it has shown, and so does a reload', async (t) => {
    const { service, tab } = await openStudio(t);
    for (const name of ['First', 'Second', 'Third']) await madeProject(service, name, ['A lamp']);
    const { page } = await tab();
    // Pages of one project each.
    await page.route('**/api/v1/projects*', async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      return route.continue({ url: url.toString() });
    });
    await page.reload();
    const more = page.getByRole('button', { name: 'Show more' });
    await page.getByText('Third').waitFor();
    t.is(await page.locator('.project').count(), 1);
    await more.click();
    await page.getByText('Second').click();
    await page.getByRole('heading', { name: 'Second', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Second').waitFor();
    t.is(await page.locator('.project').count(), 2);
    await page.reload();
    await page.getByText('Second').waitFor();
    await more.click();
    await page.getByText('First').waitFor();
    t.is(await page.locator('.project').count(), 3);
    // Another visit begins anew.
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByText('Third').waitFor();
    t.is(await page.locator('.project').count(), 1);
  });

  test.serial('a list of films goes on with its jobs', async (t) => {
    const { service, tab } = await openStudio(t);
    const ada = await service.client();
    const wish = { title: 'One', prompt: 'A quay.', duration: 5, orchestration_mode: 'supervised' };
    const begun = (await ada.post('/api/v1/video/create', wish)).body as { job: { id: string } };
    const { page } = await tab();
    await page.goto(`${service.baseUrl}/console#/films`);
    await page.getByText('Waits for a decision').waitFor();
    await ada.post(`/api/v1/jobs/${begun.job.id}/checkpoint`, { decision: 'continue' });
    await page.getByText('Completed').waitFor();
    t.is(await page.locator('progress').count(), 0);
  });
}
