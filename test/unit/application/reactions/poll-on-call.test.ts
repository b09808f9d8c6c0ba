/** Calls of providers: each brings a question forward, and no number of them leads to more than a bounded number. */
import test from 'ava';
import type { PollDeps } from '../../../../src/application/reactions/poll-attempt.ts';
import { createPollOnCall } from '../../../../src/application/reactions/poll-on-call.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { LookedUp } from '../../../../src/ports/engine.ts';
import { picture } from '../../../support/jobs/attempt-scene.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { givenAwaited, unread } from '../../../support/jobs/awaited-attempt.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const RUNNING: LookedUp = { kind: 'running', pollAfterMs: limits.pollDelayMsMax };

const given = async (t: Scope, options: Parameters<typeof givenAwaited>[1], change: Partial<PollDeps> = {}) => {
  const awaited = await givenAwaited(t, options);
  const polls = createPollOnCall({ ...awaited.deps, ...change });
  const call = async (attemptKey = awaited.attemptKey, jobId = 'job_1') => polls.called({ jobId, attemptKey });
  /** Lets the questions under way be asked, and so much time pass. */
  const pass = async (ms: number): Promise<void> => {
    for (let past = 0; past < ms; past += 100) await awaited.time.advance(100);
  };
  return { ...awaited, call, pass, polls };
};

test('the engine is asked at once, and its outcome is recorded', async (t) => {
  const { call, polls, types, asked } = await given(t, { says: picture });
  t.true(await call());
  await polls.ended();
  t.deepEqual([await types(), asked], [['TaskRendered'], ['film-1']]);
});

test('a call for an attempt that is over, or never was, does nothing and says so', async (t) => {
  const { call, polls, asked } = await given(t, { says: picture });
  await call();
  await polls.ended();
  for (const [key, job] of [[undefined], ['hld_1.0.9.9'], ['key', 'job_none']] as const) t.false(await call(key, job));
  t.is(asked.length, 1);
});

test('a call before the submission is recorded is harmless, and the question comes when it is due', async (t) => {
  const { call, polls, asked, types, submit, poll } = await given(t, { says: picture, stage: 'claimed' });
  t.true(await call());
  await polls.ended();
  t.deepEqual([await types(), asked], [[], []]);
  await submit();
  t.is(await poll(), undefined);
  t.deepEqual(asked, ['film-1']);
});

test('an attempt of unknown outcome is asked about, too', async (t) => {
  const { call, polls, types } = await given(t, { says: picture, stage: 'unknown' });
  t.true(await call());
  await polls.ended();
  t.deepEqual(await types(), ['TaskRendered']);
});

test('a flood of calls: one question at a time, at a pace, and the last call is not lost', async (t) => {
  const { call, pass, polls, asked, said, types } = await given(t, { says: RUNNING });
  for (let calls = 0; calls < 200; calls += 1) t.true(await call());
  await eventually('it is asked', async () => Promise.resolve(asked.length === 1));
  said.now = picture;
  await pass(limits.callbackPollEveryMs);
  await polls.ended();
  t.is(asked.length, 2, 'one more for all that came meanwhile');
  t.deepEqual(await types(), ['TaskRendered']);
});

test('calls without end lead to so many questions and no more', async (t) => {
  const { call, pass, asked } = await given(t, { says: RUNNING });
  for (let rounds = 0; rounds < 2 * limits.callbackPollsMax; rounds += 1) {
    t.true(await call());
    await pass(limits.callbackPollEveryMs);
  }
  t.is(asked.length, limits.callbackPollsMax);
});

test('calls one after another are asked about at the pace', async (t) => {
  const { call, asked } = await given(t, { says: RUNNING });
  for (let calls = 0; calls < 5; calls += 1) {
    await call();
    await eventually('it is asked', async () => Promise.resolve(asked.length > 0));
  }
  t.is(asked.length, 1);
});

test('a call after a pause is asked about once', async (t) => {
  const { call, pass, asked } = await given(t, { says: RUNNING });
  await call();
  await pass(10 * limits.callbackPollEveryMs);
  t.is(asked.length, 1);
  await call();
  await pass(10 * limits.callbackPollEveryMs);
  t.is(asked.length, 2);
});

test('a store that is away ends the question, and the next call asks again', async (t) => {
  const away = { ...unread, put: async () => Promise.reject(new Fault('corrupt', 'away')) };
  const { call, polls, asked, types } = await given(t, { says: picture }, { objects: away });
  t.true(await call());
  await polls.ended();
  t.true(await call());
  await polls.ended();
  t.deepEqual([await types(), asked.length], [[], 2]);
});

test('a service that stops asks nothing more', async (t) => {
  const stopping = new AbortController();
  const { call, polls, asked } = await given(t, { says: RUNNING }, { stopping: stopping.signal });
  await call();
  await call();
  stopping.abort();
  await polls.ended();
  t.true(await call());
  t.is(asked.length, 1);
});

test('sabotage: without a pace a flood is seen by its questions', async (t) => {
  const { deps, ...paced } = await given(t, { says: RUNNING });
  const hasty = createPollOnCall({ ...deps, timers: { ...deps.timers, sleep: async () => Promise.resolve() } });
  for (let calls = 1; calls <= 5; calls += 1) {
    await hasty.called({ jobId: 'job_1', attemptKey: paced.attemptKey });
    await hasty.ended();
  }
  t.is(paced.asked.length, 5);
});
