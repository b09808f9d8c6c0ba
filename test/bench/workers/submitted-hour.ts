/**
 * Submitted attempts that wait for an hour in one process: the real log, read model, supervisor and questions, on a
 * clock that the program moves. The argument is an `Hour` in JSON. With `phase: 'submit'` the attempts are begun and
 * submitted, and with `phase: 'wait'` another process lives the hour. It prints a `SubmittedHour` in JSON.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { type JobCommand, jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { projections } from '../../../projections/registry.ts';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { createCommandHandler } from '../../../src/application/log/command-handler.ts';
import { runProjections } from '../../../src/application/read-models/run-projection.ts';
import { createCarryOn } from '../../../src/application/reactions/carry-on.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import type { ReactionDeps } from '../../../src/application/reactions/reactions.ts';
import { supervise } from '../../../src/application/reactions/supervise.ts';
import { nowText } from '../../../src/application/services/services.ts';
import { expectShortLives } from '../../../src/main/collector.ts';
import { MINUTE } from '../../../src/kernel/limits/units.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { Engine, Polled } from '../../../src/ports/engine.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { createFakeEngine } from '../../support/engines/fake-engine.ts';
import { batchDetailsOf, hashOf } from '../../support/jobs/builders.ts';
import { fatal } from '../../support/kernel/fatal.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { noScratch } from '../../support/process/no-scratch.ts';

export type Hour = {
  readonly phase: 'submit' | 'wait';
  /** A data folder. */
  readonly folder: string;
  readonly jobs: number;
  /** Submitted attempts of each job. */
  readonly attempts: number;
  /** Minutes that are lived, half of them at the beginning and half at the end of the hour; the clock jumps between. */
  readonly minutes: number;
  /** Each question leaves memory behind, and each answer is an event. */
  readonly isSabotage?: boolean;
};

export type SubmittedHour = {
  readonly polls: number;
  /** Attempts that were never asked about. */
  readonly forgotten: number;
  /** Polls with an answer that was news, by the event that says it. */
  readonly news: Readonly<Record<string, number>>;
  /** Events that came in the hour, by type. */
  readonly events: Readonly<Record<string, number>>;
  /** Kept at the end of the hour, above that of the process before it. */
  readonly heapMB: number;
  /** The same of resident memory at its most. */
  readonly residentMB: number;
  readonly cpuSeconds: number;
};

expectShortLives();
const { phase, folder, jobs, attempts, minutes, isSabotage = false } = JSON.parse(process.argv[2] ?? '') as Hour;
/** A minute before submitted work is given up. */
const HOUR = limits.submittedMaxMs - MINUTE;
const JOBS_PER_WORKSPACE = 10;
const SET_UP_AT_ONCE = 500;

const system = createSystem({ logLevel: 'silent' });
const { store: eventStore, feed, documents, close } = openDataFolder(folder, { ...system, fatal });
const codec = createEventCodec();
const time = createFakeClock();
/** The minutes that nothing lives through. */
let jumped = 0;
const clock = { now: () => time.clock.now() + jumped, monotonic: () => time.clock.monotonic() + jumped };
const commands = createCommandHandler({ ...system, eventStore, codec, clock });
const projector = await runProjections({
  ...system,
  feed,
  documents,
  codec,
  shards: 1,
  member: 'one',
  projections: projections.filter(({ name }) => name === 'open-work'),
});

let polls = 0;
const asked = new Set<string>();
const news: Record<string, number> = {};
const told = new Set<string>();
const kept: unknown[] = [];

/** One of a hundred has a doubt for once, one is done, and one has failed. */
const NEWS: readonly (readonly [event: string, says: Polled])[] = [
  ['TaskUnknown', { kind: 'unknown' }],
  [
    'TaskRendered',
    { kind: 'done', output: { content: new Uint8Array(9), contentType: 'image/png', width: 8, height: 8 } },
  ],
  ['TaskFailed', { kind: 'failed', code: 'rejected', message: 'it was refused' }],
];

const answerTo = (ref: string): Polled => {
  polls += 1;
  asked.add(ref);
  if (isSabotage) {
    kept.push(Array.from({ length: 2_000 }, () => polls));
    return { kind: 'unknown' };
  }
  const found = NEWS[Number(ref) % 100];
  const isTime = clock.monotonic() > HOUR - (minutes / 2) * MINUTE;
  if (found === undefined || !isTime || told.has(ref)) return { kind: 'running', pollAfterMs: limits.pollDelayMsMax };
  const [event, says] = found;
  told.add(ref);
  news[event] = (news[event] ?? 0) + 1;
  return says;
};
const engine: Engine = createFakeEngine('provider_c', {
  deadlineMs: limits.remoteDownloadMs,
  poll: async (ref) => Promise.resolve(answerTo(ref)),
});

const submit = async (n: number): Promise<void> => {
  const workspaceId = `ws_${Math.floor(n / JOBS_PER_WORKSPACE)}`;
  const stream = jobStream(`job_${n}`);
  const context = { workspaceId, actor: 'user:ann', correlationId: `c${n}` };
  const handle = async (command: JobCommand) => commands.handle(jobDecider, stream, command, context);
  const engines = [{ makes: 'image' as const, names: [engine.name] }];
  await handle({ type: 'QueueJob', details: { ...batchDetailsOf({ pictures: attempts, engines }), workspaceId } });
  const { state } = await handle({ type: 'AdvanceJob', now: nowText(clock), leftOut: [] });
  await Promise.all(
    state.tasks.map(async ({ attemptKey: key, index }) => {
      const attemptKey = key ?? '';
      await handle({ type: 'ClaimAttempt', attemptKey, holder: 'h', promptHash: hashOf('prompt'), lapsedEpoch: 0 });
      const about = { attemptKey, epoch: 1, now: nowText(clock), pollAfterMs: limits.pollDelayMsMax };
      await handle({ type: 'RecordSubmission', ...about, ref: String(n * attempts + index) });
    }),
  );
};

const memory = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
};

/** Passes of the supervisor that are over, and its steps under way. */
const passes = { done: 0, steps: 0 };
const stopping = new AbortController();
const timers = {
  ...time.timers,
  sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms === limits.superviseEveryMs) passes.done += 1;
    return time.timers.sleep(ms, signal);
  },
};
/** The pictures have the size that was asked for. */
const request = { prompt: 'a quay', width: 8, height: 8, referenceKeys: [] };
const requests = Array.from({ length: attempts }, () => request);
const carryOn = createCarryOn(
  {
    commands,
    artifacts: { named: async () => Promise.resolve(requests) },
    engines: new Map([[engine.name, engine]]),
    objects: { put: async (key: string) => Promise.resolve({ key, size: 9, contentType: 'image/png' }) },
    scratch: noScratch,
    leases: createLeaseWatch(clock),
    leaseMs: limits.leaseMs,
    clock,
    timers,
    logger: system.logger,
    stopping: stopping.signal,
  } as unknown as ReactionDeps,
  new Set(['dispatcher']),
);

const live = async (ms: number, look: () => void): Promise<void> => {
  for (let left = ms; left > 0; left -= limits.superviseEveryMs) {
    const before = passes.done;
    await time.advance(limits.superviseEveryMs, 1);
    while (passes.done === before || passes.steps > 0) await turn();
    look();
  }
};

const eventsAfter = async (position: string) => {
  const types: Record<string, number> = {};
  let last = position;
  for await (const batch of feed.read(position)) {
    for (const { type } of batch.events) types[type] = (types[type] ?? 0) + 1;
    last = batch.events.at(-1)?.position ?? last;
  }
  return { types, last };
};

const submitAll = async (): Promise<void> => {
  for (let first = 0; first < jobs; first += SET_UP_AT_ONCE) {
    const some = Math.min(SET_UP_AT_ONCE, jobs - first);
    await Promise.all(Array.from({ length: some }, async (_, n) => submit(first + n)));
  }
  const { last } = await eventsAfter('');
  while (projector.readModels.position('open-work') < last) await system.timers.sleep(10);
};

const wait = async (): Promise<SubmittedHour> => {
  const { last } = await eventsAfter('');
  const before = memory();
  let resident = before.rss;
  const cpu = process.cpuUsage();
  const supervising = supervise(
    {
      documents,
      clock,
      timers,
      logger: system.logger,
      collection: () => projector.readModels.collection('open-work'),
      carryOn: async (work) => {
        passes.steps += 1;
        return carryOn(work).finally(() => (passes.steps -= 1));
      },
    },
    stopping.signal,
  );
  const half = (minutes / 2) * MINUTE;
  await live(half, () => (resident = Math.max(resident, process.memoryUsage.rss())));
  jumped = HOUR - 2 * half;
  await live(half, () => (resident = Math.max(resident, process.memoryUsage.rss())));
  const { user, system: kernel } = process.cpuUsage(cpu);
  const after = memory();
  stopping.abort();
  await supervising;
  const { types: events } = await eventsAfter(last);
  const MB = 1_048_576;
  return {
    polls,
    news,
    events,
    forgotten: jobs * attempts - asked.size,
    heapMB: (after.heapUsed + after.external - before.heapUsed - before.external) / MB,
    residentMB: (resident - before.rss) / MB,
    cpuSeconds: (user + kernel) / 1_000_000,
  };
};

if (phase === 'submit') await submitAll();
else console.log(JSON.stringify(await wait()));
await commands.close();
await projector.close();
await close();
