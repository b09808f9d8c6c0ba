/** One frame that an engine works on, or is of unknown outcome at an engine that knows its keys. */
import { type JobCommand, jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import { pollAttempt, type PollDeps } from '../../../src/application/reactions/poll-attempt.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import type { Engine, LookedUp } from '../../../src/ports/engine.ts';
import { createFakeEngine } from '../engines/fake-engine.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { context, createCommandWorld, type Scope } from '../log/command-world.ts';
import { noScratch } from '../process/no-scratch.ts';
import { at, hashOf, jobDetailsOf } from './builders.ts';

const JOB = jobStream('job_1');

/** A scorer judges the frame, so nothing is planned anew for its outcome. */
export const unread = {
  get: async (): Promise<never> => Promise.reject(new Error('nothing is read')),
  read: (): never => {
    throw new Error('nothing is read');
  },
};

export type Awaited = {
  readonly says: LookedUp | Fault;
  readonly change?: Partial<Engine>;
  /** `submitted` unless stated. */
  readonly stage?: 'claimed' | 'submitted' | 'unknown';
  /** The fingerprint that it is claimed under. */
  readonly ownKey?: string;
};

export const givenAwaited = async (t: Scope, { says, change = {}, stage = 'submitted', ownKey }: Awaited) => {
  const world = createCommandWorld(t);
  const { handler: commands } = world.start();
  const handle = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  const details = jobDetailsOf({ frames: 1, engines: ['engine'] });
  await handle({ type: 'QueueJob', details });
  const { state } = await handle({ type: 'AdvanceJob', now: at(), leftOut: [] });
  const [task] = state.tasks;
  const attemptKey = task?.attemptKey ?? '';
  const under = ownKey === undefined ? {} : { ownKey };
  const claim = { attemptKey, holder: 'h', promptHash: hashOf('prompt'), lapsedEpoch: 0, ...under };
  await handle({ type: 'ClaimAttempt', ...claim });
  const attempt = { attemptKey, epoch: 1, now: at(), pollAfterMs: 1_000 };
  const submit = async () => handle({ type: 'RecordSubmission', ...attempt, ref: 'film-1' });
  if (stage === 'submitted') await submit();
  if (stage === 'unknown') await handle({ type: 'RecordUnknown', ...attempt });
  const before = (await world.events()).length;

  const said = { now: says };
  const asked: string[] = [];
  const answer = async (what: string): Promise<LookedUp> => {
    asked.push(what);
    return said.now instanceof Fault ? Promise.reject(said.now) : Promise.resolve(said.now);
  };
  const asking: Partial<Engine> =
    stage === 'unknown' ? { repeat: 'lookup', lookup: answer } : { poll: answer as NonNullable<Engine['poll']> };
  const engine: Engine = createFakeEngine('engine', { deadlineMs: 5_000, ...asking, ...change });
  const time = createFakeClock();
  const deps: PollDeps = {
    commands,
    engines: new Map([[engine.name, engine]]),
    clock: time.clock,
    timers: time.timers,
    objects: { ...unread, put: async (key: string) => Promise.resolve({ key, size: 3, contentType: 'image/png' }) },
    artifacts: { put: unread.get, get: unread.get, named: unread.get },
    scratch: noScratch,
    leases: createLeaseWatch(time.clock),
    leaseMs: 1_000,
    logger: silentLogger,
    stopping: new AbortController().signal,
  };
  const about = { stream: JOB, taskId: task?.taskId ?? '', context };
  const poll = async (others: Partial<PollDeps> = {}) => pollAttempt({ ...deps, ...others }, about);
  /** Of the events since. */
  const types = async () => (await world.events()).slice(before).map(({ type }) => type);
  /** The data of the last event. */
  const last = async () => JSON.parse((await world.events()).at(-1)?.data ?? '{}') as Readonly<Record<string, unknown>>;
  return {
    deps,
    about,
    poll,
    types,
    last,
    asked,
    said,
    handle,
    submit,
    attemptKey,
    time,
  };
};
