/** Fair shares on the real service, with the engine that is built in: one workspace's bulk work and another's image. */
import test from 'ava';
import { createGate } from '../../src/kernel/gate.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Makers } from '../../src/main/core.ts';
import { openPictureThread } from '../../src/main/picture-thread.ts';
import type { FrameScorer } from '../../src/ports/frame-scorer.ts';
import type { ImageEngine } from '../../src/ports/image-engine.ts';
import { eventually } from '../support/eventually.ts';
import { quickScorer } from '../support/quick-makers.ts';
import { givenService } from '../support/real-service.ts';
import type { RealService } from '../support/real-service.ts';
import { expecting, finalJob, generate, givenPlanned, jobIdIn } from '../support/storyboard-calls.ts';
import { untilNothingIsOwed } from '../support/whole-log.ts';

const JOBS = 4;
const PATIENCE_MS = 60_000;
const SINGLE = 'a lighthouse at night';

/** Whatever was drawn passes: this is about turns. */
const kind: FrameScorer = {
  ...quickScorer,
  score: async (request) => quickScorer.score({ ...request, bytes: Buffer.from('{"prompt":"","seed":0}') }),
};

/** The built-in engine, each of whose calls waits until it is let go; `letGo` lets the oldest that waits. */
const heldMakers = () => {
  const gate = createGate({ placesMax: 1, waitingMax: limits.pictureWaitersMax });
  const timers = {
    sleep: async (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
  };
  const { engine, close } = openPictureThread({ gate, timers });
  /** Prompts, in the order of calls. */
  const calls: string[] = [];
  const held: (() => void)[] = [];
  let open = false;
  const generateHeld: ImageEngine['generate'] = async (attemptKey, request, signal) => {
    calls.push(request.prompt);
    if (!open) await new Promise<void>((resolve) => held.push(resolve));
    return engine.generate(attemptKey, request, signal);
  };
  const slow: ImageEngine = { ...engine, deadlineMs: 600_000, generate: generateHeld };
  const makers: Makers = { imageEngines: new Map([[slow.name, slow]]), scorer: kind, close };
  const letAllGo = (): void => {
    open = true;
    for (const go of held.splice(0)) go();
  };
  return { makers, calls, inFlightMax: engine.inFlightMax, letGo: () => held.shift()?.(), letAllGo };
};

/** Messages that the dispatcher has and that are not done. */
const waiting = async ({ baseUrl }: RealService): Promise<number> => {
  const { lag } = (await (await fetch(`${baseUrl}/health/ready`)).json()) as {
    readonly lag: readonly { readonly role: string; readonly waiting: number | null }[];
  };
  return lag.find(({ role }) => role === 'dispatcher')?.waiting ?? 0;
};

test('an image of one workspace gets one of the next two slots while frames of another wait', async (t) => {
  t.timeout(120_000);
  const { makers, calls, inFlightMax, letGo, letAllGo } = heldMakers();
  const service = await givenService(t, { makers });
  t.teardown(letAllGo);
  const [alice, bob] = [await service.client('alice'), await service.client('bob')];
  const { workspaces } = (await alice.get('workspaces')).body as { workspaces: readonly { id: string }[] };
  const grant = { pool: 'paid', amount: 5_000, note: 'for many frames' };
  expecting(200, await alice.post(`workspaces/${workspaces[0]?.id}/credits/grants`, grant));
  const prompts = Array.from({ length: limits.framesInFlightPerJobMax }, (_, frame) => `a quay, frame ${frame}`);
  const jobs: (() => Promise<unknown>)[] = [];
  for (let seed = 0; seed < JOBS; seed += 1) {
    const planned = await givenPlanned(alice, prompts, { seed });
    const jobId = jobIdIn(await generate(alice, planned));
    jobs.push(async () => finalJob(alice, planned, jobId));
  }
  const frames = JOBS * prompts.length;
  await eventually('all frames wait', async () => (await waiting(service)) === frames, PATIENCE_MS);
  await eventually('all slots are taken', () => calls.length === inFlightMax, PATIENCE_MS);
  const answer = bob.post('image/generate', { prompt: SINGLE });
  await eventually('the image waits as well', async () => (await waiting(service)) === frames + 1, PATIENCE_MS);
  for (const freed of [1, 2]) {
    letGo();
    await eventually('a slot that is free is taken', () => calls.length === inFlightMax + freed, PATIENCE_MS);
  }
  t.true(calls.slice(inFlightMax).includes(SINGLE), calls.join('; '));
  letAllGo();
  t.is((await answer).status, 200);
  for (const job of jobs) t.like(await job(), { job: { status: 'completed' } });
  await untilNothingIsOwed(service.core, PATIENCE_MS);
});
