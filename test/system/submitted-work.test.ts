/**
 * Work that an engine takes and tells the outcome of later (I4). Nothing is held meanwhile. It is submitted once, and
 * asked about by any process until its outcome is known, and not after that.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import type { Engine, ImageRequest, Polled } from '../../src/ports/engine.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { memoryProvider, refOf, submittingEngine } from '../support/engines/submitting-engine.ts';
import { wholeLog } from '../support/log/whole-log.ts';

const RUNNING: Polled = { kind: 'running', pollAfterMs: 100 };

const start = async (t: ExecutionContext, engine: Engine) => {
  const service = await givenService(t, { makers: quickMakers(engine) });
  const client = await service.client();
  const { planned, jobId } = await flow.givenStarted(client, ['a quay', 'a boat'], { continuityMode: 'independent' });
  const final = async () => flow.finalJob(client, planned, jobId);
  const types = async () =>
    (await wholeLog(service.core)).filter(({ stream }) => stream.endsWith(jobId)).map(({ type }) => type);
  return { ...service, client, planned, jobId, final, types };
};

const count = (types: readonly string[], wanted: string): number => types.filter((type) => type === wanted).length;

test('it is submitted once, asked until it is done, and paid like any other', async (t) => {
  const calls: string[] = [];
  const polls: string[] = [];
  const provider = memoryProvider();
  const engine = submittingEngine({
    provider,
    runs: 2,
    engine: quickEngine({ inFlightMax: 1, onCall: ({ attemptKey }) => void calls.push(attemptKey) }),
    onPoll: (ref) => void polls.push(ref),
  });
  const { core, dataDir, client, final, types } = await start(t, engine);
  const { job } = await final();
  t.like(job, { status: 'completed', chargedCredits: 2, heldCredits: 0 });
  t.is(calls.length, 2, 'a submitted attempt keeps no slot from another');
  t.deepEqual([...provider.taken.keys()].toSorted(), calls.map(refOf).toSorted());
  t.deepEqual(polls.toSorted(), calls.flatMap((key) => [refOf(key), refOf(key), refOf(key)]).toSorted());
  const told = await types();
  t.is(count(told, 'AttemptSubmitted'), 2);
  t.is(count(told, 'AttemptClaimed'), 2, 'no lease is renewed');
  t.like(await flow.creditsOf(client), { held: 0 });

  const scratch = join(dataDir, 'scratch');
  t.deepEqual(existsSync(scratch) ? readdirSync(scratch) : [], [], 'what was downloaded is gone again');
  const rendered = (await wholeLog(core)).filter(({ type }) => type === 'TaskRendered');
  for (const { data } of rendered) {
    const { key } = (data as { readonly asset: { readonly key: string } }).asset;
    t.is(await core.stores.objects.inspect(key), 'whole');
  }
  const before = polls.length;
  await core.system.timers.sleep(3 * limits.superviseEveryMs);
  t.is(polls.length, before, 'nothing is asked about work that has ended');
});

test('another process asks about the work that the first one has submitted', async (t) => {
  const calls: string[] = [];
  let said: Polled | undefined = RUNNING;
  const engine = submittingEngine({
    engine: quickEngine({ onCall: ({ attemptKey }) => void calls.push(attemptKey) }),
    onPoll: () => said,
    runs: 0,
  });
  const { planned, jobId, types, stop, dataDir } = await start(t, engine);
  await eventually('both are submitted', async () => count(await types(), 'AttemptSubmitted') === 2);
  await stop();
  said = undefined;
  const next = await givenService(t, { makers: quickMakers(engine), dataDir });
  const { job } = await flow.finalJob(await next.client(), planned, jobId);
  t.like(job, { status: 'completed', chargedCredits: 2 });
  t.is(calls.length, 2);
});

test('work that cannot be called off finishes, and is paid', async (t) => {
  let said: Polled | undefined = RUNNING;
  const { client, planned, jobId, final, types } = await start(t, submittingEngine({ onPoll: () => said, runs: 0 }));
  await eventually('both are submitted', async () => count(await types(), 'AttemptSubmitted') === 2);
  flow.expecting(200, await client.post(`jobs/${jobId}/cancel`));
  t.is((await flow.pollJob(client, planned, jobId)).job.status, 'running');
  said = undefined;
  const { job } = await final();
  t.like(job, { status: 'completed', chargedCredits: 2, heldCredits: 0 });
});

test('sabotage: an engine that takes each call as new work is seen to work twice', async (t) => {
  const provider = memoryProvider();
  let names = 0;
  const honest = submittingEngine({ provider });
  const forgetful: Engine<ImageRequest> = {
    ...honest,
    perform: async (attemptKey, request, scratch, signal) => {
      names += 1;
      return honest.perform(`${attemptKey}#${names}`, request, scratch, signal);
    },
  };
  const request = { makes: 'image', prompt: 'a quay', negativePrompt: null, styleNotes: null } as const;
  const asked = { ...request, width: 1, height: 1, seed: 1, references: [] };
  for (const engine of [honest, forgetful]) {
    const before = provider.taken.size;
    const scratch = { folder: async () => Promise.reject(new Error('no file is made yet')) };
    for (let call = 0; call < 2; call += 1) await engine.perform('key', asked, scratch, new AbortController().signal);
    t.is(provider.taken.size - before, engine === honest ? 1 : 2);
  }
});
