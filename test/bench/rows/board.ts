/** How soon a browser shows a board of the console: 200 frames with their pictures, and nothing of the page cached. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../support/engines/browser.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, interleaved, type NotRun } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startService } from '../support/server.ts';
import { FRAMES_PER_JOB, inStudio, type Studio } from '../support/studio.ts';

const FRAMES = 200;
const WHAT = `a board of ${FRAMES} frames in a browser, from its address until all of them are painted`;

const NO_BROWSER: NotRun = { what: WHAT, notRun: 'npm brings a browser for Linux on x64 alone' };

export const boardPainted: Benchmark = {
  name: 'board',
  run: async ({ quick }) => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return [NO_BROWSER];
    return withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const { token, projectId } = await inStudio(dataDir, madeProject, { makers: instantMakers(true) });
      const service = await startService(dataDir);
      const browser = await launchBrowser();
      const page = await browser.newPage();
      const console = `http://${service.origin.host}:${service.origin.port}/console`;
      await page.goto(console);
      await page.getByLabel('Access token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
      const board = async () => shown(page, `${console}#/projects/${projectId}`, '.frame', FRAMES);
      const list = async () => shown(page, `${console}#/projects`, 'h1', 1);
      const { ours, baseline, ratio } = await interleaved(quick ? 3 : 9, board, list);
      await browser.close();
      await service.stop();
      const figures = { 'list of projects ms': baseline, 'board against list': ratio };
      return [{ what: WHAT, bound: { atMost: 1_000 }, value: ours, unit: 'ms', figures }];
    });
  },
};

/** Milliseconds from the start of the page's loading. */
const shown = async (page: Page, address: string, selector: string, count: number): Promise<number> => {
  await page.goto(address);
  await page.reload({ waitUntil: 'commit' });
  const wanted = { selector, count };
  await page.waitForFunction((all) => document.querySelectorAll(all.selector).length === all.count, wanted, {
    polling: 'raf',
  });
  return page.evaluate(() => performance.now());
};

/** All frames are made, job by job. */
const madeProject = async (studio: Studio) => {
  const { token, caller } = await studio.person('alice');
  const { projectId, start } = await studio.planJob(caller, FRAMES);
  for (let made = 0; made < FRAMES; made += FRAMES_PER_JOB) await studio.finished(await start());
  return { token, projectId };
};
