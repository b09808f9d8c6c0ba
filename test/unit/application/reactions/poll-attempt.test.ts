/** Questions about earlier work: what engines say is taken once, and nothing is asked that is not open (I4). */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { createSilentLogger } from '../../../../src/adapters/pino/logger.ts';
import { createLeaseWatch } from '../../../../src/application/reactions/lease-watch.ts';
import { pollAttempt } from '../../../../src/application/reactions/poll-attempt.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Engine, LookedUp } from '../../../../src/ports/engine.ts';
import { picture } from '../../../support/jobs/attempt-scene.ts';
import { at, hashOf, jobDetailsOf } from '../../../support/jobs/builders.ts';
import { context, createCommandWorld } from '../../../support/log/command-world.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createFakeEngine } from '../../../support/engines/fake-engine.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';

const JOB = jobStream('job_1');
const ABOUT = { attemptKey: '', epoch: 1, now: at() };

type Given = { readonly says: LookedUp | Fault; readonly change?: Partial<Engine>; readonly submitted?: boolean };

/** One frame that was submitted, or is of unknown outcome at an engine that knows its keys. */
const given = async ({ says, change = {}, submitted = true }: Given) => {
  const world = createCommandWorld();
  const { handler: commands } = world.start();
  const handle = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  const details = jobDetailsOf({ frames: 1, engines: ['engine'] });
  await handle({ type: 'QueueJob', details });
  const { state } = await handle({ type: 'AdvanceJob', now: at(), leftOut: [] });
  const [task] = state.tasks;
  const attemptKey = task?.attemptKey ?? '';
  await handle({ type: 'ClaimAttempt', attemptKey, holder: 'h', promptHash: hashOf('prompt'), lapsedEpoch: 0 });
  const about = { ...ABOUT, attemptKey, pollAfterMs: 1_000 };
  await handle(submitted ? { type: 'RecordSubmission', ...about, ref: 'film-1' } : { type: 'RecordUnknown', ...about });

  const said = { now: says };
  const asked: string[] = [];
  const answer = async (what: string): Promise<LookedUp> => {
    asked.push(what);
    return said.now instanceof Fault ? Promise.reject(said.now) : Promise.resolve(said.now);
  };
  const engine: Engine = createFakeEngine('engine', {
    deadlineMs: 5_000,
    ...(submitted ? { poll: answer as NonNullable<Engine['poll']> } : { repeat: 'lookup', lookup: answer }),
    ...change,
  });
  const time = createFakeClock();
  const objects = { put: async (key: string) => Promise.resolve({ key, size: 3, contentType: 'image/png' }) };
  const deps = {
    commands,
    engines: new Map([[engine.name, engine]]),
    clock: time.clock,
    timers: time.timers,
    objects,
    scratch: noScratch,
    leases: createLeaseWatch(time.clock),
    leaseMs: 1_000,
    logger: createSilentLogger(),
    stopping: new AbortController().signal,
  };
  const poll = async (others: Partial<typeof deps> = {}) =>
    pollAttempt({ ...deps, ...others }, { stream: JOB, taskId: task?.taskId ?? '', context });
  const types = async () => (await world.events()).map(({ type }) => type).slice(5);
  return { poll, types, asked, said, handle, attemptKey, time, close: async () => world.close() };
};

test('an engine that works on is asked when it wishes to be, within bounds, and nothing is recorded', async (t) => {
  for (const [wish, ms] of [
    [2_000, 2_000],
    [0, limits.pollDelayMsMin],
    [Number.NaN, limits.pollDelayMsMin],
    [86_400_000, limits.pollDelayMsMax],
  ] as const) {
    const { poll, types, asked, close } = await given({ says: { kind: 'running', pollAfterMs: wish } });
    t.is(await poll(), ms);
    t.is(await poll(), ms);
    t.deepEqual([await types(), asked], [[], ['film-1', 'film-1']]);
    await close();
  }
});

test('an outcome is recorded once, and nothing is asked after it', async (t) => {
  const outcomes: readonly (readonly [LookedUp, readonly string[]])[] = [
    [picture, ['TaskRendered']],
    [{ kind: 'failed', code: 'unavailable', message: 'busy' }, ['TaskFailed']],
    [{ kind: 'failed', code: 'rejected', message: 'no' }, ['TaskFailed', 'HumanReviewRequired']],
  ];
  for (const [says, recorded] of outcomes) {
    const { poll, types, asked, close } = await given({ says });
    t.is(await poll(), undefined);
    t.is(await poll(), undefined);
    t.deepEqual([await types(), asked], [recorded, ['film-1']]);
    await close();
  }
});

test('two processes that hear the same outcome record it once', async (t) => {
  const { poll, types, close } = await given({ says: picture });
  t.deepEqual(await Promise.all([poll(), poll()]), [undefined, undefined]);
  t.deepEqual(await types(), ['TaskRendered']);
  await close();
});

test('a question that fails or hangs is one that was not answered', async (t) => {
  for (const change of [
    {},
    { poll: async () => new Promise<never>(() => undefined) },
    { poll: async () => Promise.reject(new TypeError('boom')) },
  ]) {
    const { poll, types, time, close } = await given({ says: new Fault('rejected', 'down'), change });
    const polling = poll();
    for (let i = 0; i < 8; i += 1) await time.advance(1_000);
    t.is(await polling, limits.pollAgainMs);
    t.deepEqual(await types(), []);
    await close();
  }
});

test('an engine that cannot say makes the outcome unknown, once, and is asked on', async (t) => {
  const { poll, types, said, close } = await given({ says: { kind: 'unknown' } });
  t.is(await poll(), limits.pollAgainMs);
  t.is(await poll(), limits.pollAgainMs);
  t.deepEqual(await types(), ['TaskUnknown']);
  said.now = picture;
  t.is(await poll(), undefined);
  t.deepEqual(await types(), ['TaskUnknown', 'TaskRendered']);
  await close();
});

test('a key that the engine has never seen is lost after its deadline, and not before', async (t) => {
  const { poll, types, time, asked, close } = await given({ says: { kind: 'never_seen' }, submitted: false });
  t.is(await poll(), limits.lookupEveryMs);
  await time.advance(4_999);
  t.is(await poll(), limits.lookupEveryMs, 'the call may still be on its way');
  await time.advance(1);
  t.is(await poll(), undefined);
  t.like(await types(), { 0: 'TaskFailed' });
  t.is(asked.length, 3);
  await close();
});

test('an engine’s answer about a key is the outcome', async (t) => {
  const { poll, types, close } = await given({ says: picture, submitted: false });
  t.is(await poll(), undefined);
  t.deepEqual(await types(), ['TaskRendered']);
  await close();
});

test('an engine that is configured no more, or cannot be asked, leaves the attempt to its time', async (t) => {
  const { poll, types, close } = await given({ says: picture });
  t.is(await poll({ engines: new Map() }), limits.pollDelayMsMax);
  t.is(await poll({ engines: new Map([['engine', createFakeEngine('engine')]]) }), limits.pollDelayMsMax);
  t.deepEqual(await types(), []);
  await close();
});

test('a cancel is passed on before each question, and a failure to do so changes nothing', async (t) => {
  const cancelled: string[] = [];
  const cancel = async (ref: string) => {
    cancelled.push(ref);
    return Promise.reject(new Fault('unavailable', 'down'));
  };
  const { poll, types, handle, said, close } = await given({
    says: { kind: 'running', pollAfterMs: 1_000 },
    change: { cancel },
  });
  await poll();
  t.deepEqual(cancelled, [], 'no caller has asked for it');
  await handle({ type: 'RequestCancel', requestedBy: 'ann' });
  t.is(await poll(), 1_000);
  t.deepEqual(cancelled, ['film-1']);
  said.now = { kind: 'failed', code: 'cancelled', message: 'as you wished' };
  t.is(await poll(), undefined);
  t.deepEqual(await types(), ['JobCancelRequested', 'TaskFailed']);
  await close();
});
