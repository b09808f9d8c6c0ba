/** Questions about earlier work: what engines say is taken once, and nothing is asked that is not open (I4). */
import test from 'ava';
import { askOnceMore } from '../../../../src/application/reactions/poll-attempt.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { LookedUp } from '../../../../src/ports/engine.ts';
import { createFakeEngine } from '../../../support/engines/fake-engine.ts';
import { picture } from '../../../support/jobs/attempt-scene.ts';
import { givenAwaited } from '../../../support/jobs/awaited-attempt.ts';

const given = givenAwaited;

test('an engine that works on is asked when it wishes to be, within bounds, and nothing is recorded', async (t) => {
  for (const [wish, ms] of [
    [2_000, 2_000],
    [0, limits.pollDelayMsMin],
    [Number.NaN, limits.pollDelayMsMin],
    [86_400_000, limits.pollDelayMsMax],
  ] as const) {
    const { poll, types, asked } = await given(t, { says: { kind: 'running', pollAfterMs: wish } });
    t.is(await poll(), ms);
    t.is(await poll(), ms);
    t.deepEqual([await types(), asked], [[], ['film-1', 'film-1']]);
  }
});

test('an outcome is recorded once, and nothing is asked after it', async (t) => {
  const outcomes: readonly (readonly [LookedUp, readonly string[]])[] = [
    [picture, ['TaskRendered']],
    [{ kind: 'failed', code: 'unavailable', message: 'busy' }, ['TaskFailed']],
    [{ kind: 'failed', code: 'rejected', message: 'no' }, ['TaskFailed', 'HumanReviewRequired']],
  ];
  for (const [says, recorded] of outcomes) {
    const { poll, types, asked } = await given(t, { says });
    t.is(await poll(), undefined);
    t.is(await poll(), undefined);
    t.deepEqual([await types(), asked], [recorded, ['film-1']]);
  }
});

test('two processes that hear the same outcome record it once', async (t) => {
  const { poll, types } = await given(t, { says: picture });
  t.deepEqual(await Promise.all([poll(), poll()]), [undefined, undefined]);
  t.deepEqual(await types(), ['TaskRendered']);
});

test('a question that fails or hangs is one that was not answered', async (t) => {
  for (const change of [
    {},
    { poll: async () => new Promise<never>(() => undefined) },
    { poll: async () => Promise.reject(new TypeError('boom')) },
  ]) {
    const { poll, types, time } = await given(t, { says: new Fault('rejected', 'down'), change });
    const polling = poll();
    for (let i = 0; i < 8; i += 1) await time.advance(1_000);
    t.is(await polling, limits.pollAgainMs);
    t.deepEqual(await types(), []);
  }
});

test('an engine that cannot say makes the outcome unknown, once, and is asked on', async (t) => {
  const { poll, types, said } = await given(t, { says: { kind: 'unknown' } });
  t.is(await poll(), limits.pollAgainMs);
  t.is(await poll(), limits.pollAgainMs);
  t.deepEqual(await types(), ['TaskUnknown']);
  said.now = picture;
  t.is(await poll(), undefined);
  t.deepEqual(await types(), ['TaskUnknown', 'TaskRendered']);
});

test('a key that the engine has never seen is lost after its deadline, and not before', async (t) => {
  const { poll, types, time, asked } = await given(t, { says: { kind: 'never_seen' }, stage: 'unknown' });
  t.is(await poll(), limits.lookupEveryMs);
  await time.advance(4_999);
  t.is(await poll(), limits.lookupEveryMs, 'the call may still be on its way');
  await time.advance(1);
  t.is(await poll(), undefined);
  t.like(await types(), { 0: 'TaskFailed' });
  t.is(asked.length, 3);
});

test('an engine’s answer about a key is the outcome', async (t) => {
  const { poll, types } = await given(t, { says: picture, stage: 'unknown' });
  t.is(await poll(), undefined);
  t.deepEqual(await types(), ['TaskRendered']);
});

test('an engine that is configured no more, or cannot be asked, leaves the attempt to its time', async (t) => {
  const { poll, types } = await given(t, { says: picture });
  t.is(await poll({ engines: new Map() }), limits.pollDelayMsMax);
  t.is(await poll({ engines: new Map([['engine', createFakeEngine('engine')]]) }), limits.pollDelayMsMax);
  t.deepEqual(await types(), []);
});

test('the last question is left where no later time answers it, and repeated where one may', async (t) => {
  const { deps, about, types } = await given(t, { says: picture });
  const failing = (fault: Fault) => {
    const put = async () => Promise.reject(fault);
    return askOnceMore({ ...deps, objects: { ...deps.objects, put } }, about);
  };
  await t.notThrowsAsync(failing(new Fault('lost', 'content is lost')));
  await t.throwsAsync(failing(new Fault('conflict', 'another process')), { message: 'another process' });
  await t.throwsAsync(failing(new Fault('cancelled', 'a stop')), { message: 'a stop' });
  t.deepEqual(await types(), []);
  await askOnceMore(deps, about);
  t.deepEqual(await types(), ['TaskRendered']);
});

test('work under a key that is gone is not asked about, and is once the key is back', async (t) => {
  const { poll, types, asked, last } = await given(t, { says: picture, ownKey: 'a1b2c3d4e5f60718' });
  t.is(await poll(), limits.pollDelayMsMax);
  t.is(await poll(), limits.pollDelayMsMax);
  t.deepEqual([await types(), asked], [['TaskUnknown'], []]);
  t.is(typeof (await last())['pollAt'], 'string');
});

test('a cancel is passed on before each question, and a failure to do so changes nothing', async (t) => {
  const cancelled: string[] = [];
  const cancel = async (ref: string) => {
    cancelled.push(ref);
    return Promise.reject(new Fault('unavailable', 'down'));
  };
  const { poll, types, handle, said } = await given(t, {
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
});
