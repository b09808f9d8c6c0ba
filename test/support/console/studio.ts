/** A service whose painter is quick, or the built-in one, and a browser at its console. */
import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import type { Makers } from '../../../src/main/core.ts';
import type { Engine, ImageRequest } from '../../../src/ports/engine.ts';
import { judge, painter } from '../engines/painter.ts';
import { openBrowser } from '../engines/browser.ts';
import { png } from '../engines/pictures.ts';
import { drawn, quickEngine, quickScorer } from '../engines/quick-makers.ts';
import { givenService, type RealService } from '../service/real-service.ts';
import { type ConsolePage, openConsole } from './console-page.ts';

export const builtIn: Makers = { engines: new Map([[painter.name, painter]]), scorer: judge };

/** A browser shows the same picture for each request. Behind its end are the words of the quick one, for its judge. */
const shownPainter = (onCall?: () => Promise<void>): Engine<ImageRequest> => ({
  ...quickEngine({ inFlightMax: 1 }),
  perform: async (_, request) => {
    await onCall?.();
    const { output } = drawn(request);
    return { kind: 'done', output: { ...output, content: Buffer.concat([await shown, MARK, output.content]) } };
  },
});

const MARK = Buffer.from('words:');
const shown = png(({ x, noise }) => x * noise);

const shownMakers = (onCall?: () => Promise<void>): Makers => {
  const engine = shownPainter(onCall);
  const scorer: Makers['scorer'] = {
    ...quickScorer,
    score: async ({ bytes, ...asked }) =>
      quickScorer.score({ ...asked, bytes: bytes.subarray(Buffer.from(bytes).lastIndexOf(MARK) + MARK.length) }),
  };
  return { engines: new Map([[engine.name, engine]]), scorer };
};

/** The quick painter, whose attempts wait until it is released. */
export const heldMakers = (): { readonly held: Makers; readonly release: () => void } => {
  const gate = Promise.withResolvers<void>();
  return { held: shownMakers(async () => gate.promise), release: gate.resolve };
};

export const SCREENPLAY = `Title: The letter

EXT. HARBOUR - DAY

A fishing boat at the quay. Ada walks along the water.

INT. KITCHEN - MORNING

Ada sits at the table, reading a letter.

EXT. STREET - NIGHT

Ada in the rain, under a street lamp.
`;

export type Studio = {
  readonly service: RealService;
  /** The console in a tab of its own, signed in as alice; `scope`: all of them unless stated. */
  readonly tab: (options?: BrowserContextOptions, scope?: string) => Promise<ConsolePage>;
};

/** `makers`: quick ones unless stated. */
export const openStudio = async (t: ExecutionContext, makers: Makers = shownMakers()): Promise<Studio> => {
  const service = await givenService(t, { makers });
  const browser = await openBrowser();
  return {
    service,
    tab: async (options, scope) => {
      const opened = await openConsole(t, browser, `${service.baseUrl}/console`, options);
      await opened.page.getByLabel('Access token').fill(await service.token('alice', scope));
      await opened.page.getByRole('button', { name: 'Sign in' }).click();
      await opened.page.getByRole('heading', { name: 'Projects' }).waitFor();
      return opened;
    },
  };
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
  const created = await alice.post('/api/v1/projects', { name, storyboard: { continuityMode: 'independent', frames } });
  const { id } = (created.body as { project: { id: string } }).project;
  const film = `/api/v1/projects/${id}/film-intelligence`;
  const planned = await alice.post(`${film}/storyboard-images/plan`);
  const hash = (planned.body as { executionManifestArtifact: { artifactHash: string } }).executionManifestArtifact;
  const begun = await alice.post(`${film}/storyboard-images/generate`, {
    expectedExecutionManifestArtifactHash: hash.artifactHash,
  });
  const job = (begun.body as { job: { id: string } }).job.id;
  for (;;) {
    const poll = await alice.get(`${film}/jobs/${job}`, { Prefer: 'wait=20' });
    const { status } = (poll.body as { job: { status: string } }).job;
    if (status !== 'queued' && status !== 'running') return id;
  }
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
