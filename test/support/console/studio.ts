/** A service whose makers are quick, and a browser at its console. */
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import type { Makers } from '../../../src/main/core.ts';
import type { Engine, ImageRequest } from '../../../src/ports/engine.ts';
import { openBrowser } from '../engines/browser.ts';
import { quickMusic, quickSpeech, quickVideo } from '../engines/media-engines.ts';
import { png } from '../engines/pictures.ts';
import { drawn, quickEngine, quickMakers, quickScorer } from '../engines/quick-makers.ts';
import { oneOfFile } from '../process/of-file.ts';
import { givenService, type RealService } from '../service/real-service.ts';
import { createProject, generated, planProject } from '../service/storyboard-calls.ts';
import { type ConsoleOptions, type ConsolePage, openConsole } from './console-page.ts';

/** A browser shows the same picture for each request. Behind its end are the words of the quick one, for its judge. */
const shownPainter: Engine<ImageRequest> = {
  ...quickEngine({ inFlightMax: 1 }),
  perform: async (_, request) => {
    await gate.promise;
    const { output } = drawn(request);
    return { kind: 'done', output: { ...output, content: Buffer.concat([await shown, MARK, output.content]) } };
  },
};

const MARK = Buffer.from('words:');
const shown = png(({ x, noise }) => x * noise);

const shownScorer: Makers['scorer'] = {
  ...quickScorer,
  score: async ({ bytes, ...asked }) =>
    quickScorer.score({ ...asked, bytes: bytes.subarray(Buffer.from(bytes).lastIndexOf(MARK) + MARK.length) }),
};

const makers: Makers = {
  ...quickMakers(shownPainter, quickMusic(), quickSpeech(), quickVideo()),
  scorer: shownScorer,
};

/** All attempts of the painter wait for it. Tests of the console go one after another. */
let gate = Promise.withResolvers<void>();
gate.resolve();

/** The painter waits until it is released. */
export const holdPainter = (t: ExecutionContext): (() => void) => {
  gate = Promise.withResolvers<void>();
  t.teardown(gate.resolve);
  return gate.resolve;
};

export const SCREENPLAY = `Title: The letter

EXT. HARBOUR - DAY

A fishing boat at the quay. Ada walks along the water.

INT. KITCHEN - MORNING

Ada sits at the table, reading a letter.

EXT. STREET - NIGHT

Ada in the rain, under a street lamp.
`;

/** The service of all tests of a process, whose start takes as long as many a test. */
const started = oneOfFile(test, async (owner) => givenService(owner, { makers }));

export type Studio = {
  /** Its clients and tokens are of a person of this test alone, unless another one is named. */
  readonly service: RealService;
  /** The console in a tab of its own, signed in as that person; `scope`: all of them unless stated. */
  readonly tab: (options?: ConsoleOptions, scope?: string) => Promise<ConsolePage>;
  /** Such a tab, at the board of a new project with the screenplay. */
  readonly board: (name: string, options?: ConsoleOptions) => Promise<ConsolePage>;
};

let people = 0;

export const openStudio = async (t: ExecutionContext): Promise<Studio> => {
  const shared = await started();
  people += 1;
  const person = `ada-${people}`;
  const service: RealService = {
    ...shared,
    token: async (sub = person, ...rest) => shared.token(sub, ...rest),
    client: async (sub = person, ...rest) => shared.client(sub, ...rest),
  };
  const tab: Studio['tab'] = async (options, scope) => {
    const opened = await openConsole(t, await openBrowser(), `${service.baseUrl}/console`, options);
    await signIn(opened.page, await service.token(person, scope));
    await opened.page.getByRole('heading', { name: 'Projects' }).waitFor();
    return opened;
  };
  return {
    service,
    tab,
    board: async (name, options) => {
      await (await service.client()).post('projects', { name, script: SCREENPLAY });
      const opened = await tab(options);
      await opened.page.getByText(name, { exact: true }).click();
      return opened;
    },
  };
};

/** `place`: the page, or a dialog of it. */
export const signIn = async (place: Pick<Page, 'getByLabel' | 'getByRole'>, token: string): Promise<void> => {
  await place.getByLabel('Access token').fill(token);
  await place.getByRole('button', { name: 'Sign in' }).click();
};

/** A new project with the screenplay above, from any page. */
export const splitScreenplay = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'New project' }).click();
  await page.getByLabel('Screenplay').fill(SCREENPLAY);
  await page.getByRole('button', { name: 'Split into frames' }).click();
};

/** Confirms the quote for so many new frames of the board. */
export const generateFrames = async (page: Page, frames: number): Promise<void> => {
  await page.getByRole('button', { name: `Generate ${frames} frame${frames === 1 ? '' : 's'}…` }).click();
  await page.getByRole('button', { name: `Generate for at most ${3 * frames} credits` }).click();
};

/** A project whose frames are made, by the API. Resolves with its id. */
export const madeProject = async (
  { client }: RealService,
  name: string,
  prompts: readonly string[],
  title = name,
): Promise<string> => {
  const alice = await client();
  const frames = prompts.map((prompt, i) => ({ prompt, title: `${title} ${i + 1}` }));
  const projectId = await createProject(alice, prompts, { frames }, name);
  const planned = await planProject(alice, projectId);
  await generated(alice, planned);
  return projectId;
};

/** The first project that is asked for meets a token that is refused. Resolves with the count of such refusals. */
export const refusedOnce = async (page: ConsolePage['page']): Promise<() => number> => {
  let refused = 0;
  await page.route('**/api/v1/projects', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 401, json: { ok: false, code: 'unauthorized', message: 'expired' } });
  });
  return () => refused;
};
