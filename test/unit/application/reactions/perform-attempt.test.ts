/** One attempt: claimed before it is called, called under one key, and its outcome told once (I2, I4, I10). */
import test from 'ava';
import { Fault } from '../../../../src/kernel/faults.ts';
import { leaseLengthMs } from '../../../../src/kernel/lease.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Done, Engine } from '../../../../src/ports/engine.ts';
import { createScene, delivers, fails, LEASE_MS, picture, request } from '../../../support/jobs/attempt-scene.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createAttemptStream } from '../../../support/jobs/attempt-stream.ts';

test('a store that is away is no answer of the engine: nothing is claimed before all is at hand', async (t) => {
  for (const held of [0, 1]) {
    const store = { away: true };
    const asking = async () => (store.away ? fails('unavailable')() : Promise.resolve(request));
    const { time, calls, stream, perform } = createScene({ perform: delivers }, { held, asking });
    if (held === 1) {
      store.away = false;
      t.is((await perform()).kind, 'park');
      await time.advance(LEASE_MS);
      store.away = true;
    }
    await t.throwsAsync(async () => perform(), { code: 'unavailable' });
    t.deepEqual([stream.epoch(), stream.outcomes(), calls], [held, [], []]);
    store.away = false;
    t.deepEqual(await perform(), { kind: 'done' });
    t.deepEqual([stream.outcomes(), calls], [['delivered'], ['key']]);
  }
});

test('an impossible request is refused without a call', async (t) => {
  const { calls, stream, perform } = createScene({ perform: delivers }, { asking: fails('rejected') });
  t.deepEqual(await perform(), { kind: 'done' });
  t.deepEqual([stream.outcomes(), calls], [['rejected'], []]);
});

test('a repeated message finds nothing to do, and makes no call', async (t) => {
  const { calls, stream, perform } = createScene({ perform: delivers });
  await perform();
  t.deepEqual(await perform(), { kind: 'done' });
  t.is(calls.length, 1);
  t.deepEqual(stream.outcomes(), ['delivered']);
});

test('a certain answer of the engine ends the attempt under its name', async (t) => {
  for (const code of ['unavailable', 'rejected'] as const) {
    const { stream, perform } = createScene({ perform: fails(code) });
    await perform();
    t.deepEqual(stream.outcomes(), [code]);
  }
});

test('a result is not stale for a renewal during the slow put of its asset', async (t) => {
  const { time, stream, perform } = createScene({ perform: delivers }, { putMs: 2 * LEASE_MS });
  const performed = perform();
  for (let i = 0; i < 8; i += 1) await time.advance(LEASE_MS / 2);
  await performed;
  t.true(stream.epoch() > 1, 'the lease was renewed');
  t.deepEqual(stream.outcomes(), ['delivered']);
});

test('a lease that another holds parks the message, and lapses by the watching process’s own clock', async (t) => {
  const { time, calls, stream, perform } = createScene({ perform: delivers }, { held: 1 });
  t.deepEqual(await perform(), { kind: 'park', retryAfterMs: LEASE_MS });
  time.jumpWall(24 * 60 * 60 * 1_000);
  t.is((await perform()).kind, 'park', 'a jump of the wall clock changes nothing');
  t.is(calls.length, 0);
  await time.advance(LEASE_MS);
  t.deepEqual(await perform(), { kind: 'done' });
  t.is(calls.length, 1);
  t.deepEqual(stream.outcomes(), ['delivered']);
});

test('a lease that is renewed meanwhile starts anew for its watchers', async (t) => {
  const { time, calls, stream, perform } = createScene({ perform: delivers }, { held: 1 });
  await perform();
  await time.advance(LEASE_MS - 1);
  await stream.claim(1);
  t.deepEqual(await perform(), { kind: 'park', retryAfterMs: 2 * LEASE_MS });
  t.is(calls.length, 0);
});

test('a call that goes on for long is renewed ever more seldom, to a bound', async (t) => {
  const longest = leaseLengthMs(LEASE_MS, Infinity);
  const rounds = 50;
  const lasts = rounds * longest;
  const { time, stream, perform } = createScene({
    perform: async () => time.timers.sleep(lasts).then(async () => delivers()),
    deadlineMs: 2 * lasts,
  });
  const performed = perform();
  for (let ms = 0; ms <= lasts; ms += LEASE_MS / 2) await time.advance(LEASE_MS / 2);
  await performed;
  t.deepEqual(stream.outcomes(), ['delivered']);
  t.true(stream.epoch() >= 2 * rounds, 'it is renewed when half of it has passed');
  t.true(stream.epoch() <= 2 * rounds + limits.leaseDoublingsMax + 1, `${stream.epoch()}`);
});

/** Works until it is called off, or for an hour. */
const untilCalledOff =
  ({ timers }: ReturnType<typeof createFakeClock>): Engine['perform'] =>
  async (_key, _request, _scratch, signal) =>
    timers.sleep(60 * 60 * 1_000, signal).then(async () => delivers());

test('a call of a cancelled job is called off at the next renewal, where its engine may be called again', async (t) => {
  for (const [repeat, outcomes] of [
    ['safe', ['cancelled']],
    ['lookup', []],
    ['never', []],
  ] as const) {
    const time = createFakeClock();
    const scene = createScene({ repeat, perform: untilCalledOff(time), deadlineMs: 2 * 60 * 60 * 1_000 }, { time });
    const performed = scene.perform();
    await time.advance(LEASE_MS / 4);
    scene.stream.cancel();
    await time.advance(LEASE_MS);
    t.deepEqual(scene.stream.outcomes(), outcomes, repeat);
    await time.advance(60 * 60 * 1_000);
    t.deepEqual(await performed, { kind: 'done' });
    t.deepEqual(scene.stream.outcomes(), repeat === 'safe' ? ['cancelled'] : ['delivered']);
    t.is(scene.calls.length, 1);
  }
});

test('a call of a cancelled job that finishes all the same is kept', async (t) => {
  const time = createFakeClock();
  const perform = async () => time.timers.sleep(LEASE_MS).then(async () => delivers());
  const scene = createScene({ perform }, { time });
  scene.stream.cancel();
  const performed = scene.perform();
  await time.advance(LEASE_MS / 2);
  await time.advance(LEASE_MS / 2);
  await performed;
  t.deepEqual(scene.stream.outcomes(), ['delivered']);
});

for (const [what, change, outcome] of [
  ['that must not be asked again is not', { repeat: 'never' }, 'unknown'],
  [
    'that can be asked what became of a key is asked, not called',
    { repeat: 'lookup', lookup: delivers },
    `unknown, asked after ${limits.lookupEveryMs}`,
  ],
] as const) {
  test(`after a lapsed lease an engine ${what}`, async (t) => {
    const { time, calls, stream, perform } = createScene({ perform: delivers, ...change }, { held: 1 });
    await perform();
    await time.advance(LEASE_MS);
    await perform();
    t.deepEqual([calls, stream.outcomes()], [[], [outcome]]);
  });
}

test('an attempt that ended every process that took it up is taken over no more', async (t) => {
  for (const [held, outcome] of [
    [limits.claimsPerAttemptMax - 1, 'delivered'],
    [limits.claimsPerAttemptMax, 'unknown'],
  ] as const) {
    const { time, stream, perform } = createScene({ perform: delivers }, { held });
    await perform();
    await time.advance(leaseLengthMs(LEASE_MS, held));
    t.deepEqual(await perform(), { kind: 'done' });
    t.deepEqual(stream.outcomes(), [outcome]);
    t.true(stream.epoch() <= limits.claimsPerAttemptMax);
  }
});

test('an unknown outcome: `never` is left alone, `safe` is called again, a bounded number of times', async (t) => {
  const never = createScene({ perform: fails('unknown_outcome'), repeat: 'never' });
  await never.perform();
  t.is(never.calls.length, 1);
  t.deepEqual(never.stream.outcomes(), ['unknown']);

  const safe = createScene({ perform: fails('unknown_outcome'), repeat: 'safe' });
  await safe.perform();
  t.deepEqual(
    safe.calls,
    Array.from({ length: limits.safeRepeatsMax }, () => 'key'),
  );
  t.deepEqual(safe.stream.outcomes(), ['lost']);
});

test('an engine that must not be asked again and answers after its deadline has reconciled the attempt', async (t) => {
  const answer = Promise.withResolvers<Done>();
  const { time, calls, stream, perform } = createScene({
    perform: async () => answer.promise,
    repeat: 'never',
    deadlineMs: 3_000,
  });
  const performed = perform();
  for (let i = 0; i < 7; i += 1) await time.advance(500);
  await performed;
  answer.resolve(picture);
  await time.advance(1, 10);
  t.is(calls.length, 1);
  t.deepEqual(stream.outcomes(), ['unknown', 'delivered']);
});

test('a message that has gone to another consumer is neither claimed nor done', async (t) => {
  const { calls, stream, perform } = createScene({ perform: delivers });
  await t.throwsAsync(perform(false), { instanceOf: Fault });
  t.is(calls.length, 0);
  t.is(stream.epoch(), 0);
});

test('a picture of a type that is not kept is no picture: its attempt fails, and the service goes on', async (t) => {
  const { stream, perform } = createScene({
    perform: async () => Promise.resolve({ ...picture, output: { ...picture.output, contentType: 'text/x' } }),
  });
  t.deepEqual(await perform(), { kind: 'done' });
  t.deepEqual(stream.outcomes(), ['rejected']);
});

test('sabotage: a dispatcher that calls before it claims is seen by an engine that looks', async (t) => {
  const claimedFirst = async (order: 'claim first' | 'call first'): Promise<boolean> => {
    const stream = createAttemptStream();
    let seen = false;
    const engine = async () => {
      seen = stream.epoch() > 0;
      return Promise.resolve();
    };
    if (order === 'claim first') {
      await stream.claim(0);
      await engine();
    } else {
      await engine();
      await stream.claim(0);
    }
    return seen;
  };
  t.true(await claimedFirst('claim first'));
  t.false(await claimedFirst('call first'));

  let seen = 0;
  const scene = createScene({
    perform: async () => {
      seen = scene.stream.epoch();
      return Promise.resolve(picture);
    },
  });
  await scene.perform();
  t.is(seen, 1, 'the lease stood when the engine was called');
});
