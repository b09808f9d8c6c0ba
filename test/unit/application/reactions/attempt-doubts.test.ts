/** In doubt, or while a server is away for a moment, no other key is tried and no work is repeated (I4). */
import test from 'ava';
import type { AttemptRecord } from '../../../../src/application/reactions/attempt.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { LookedUp, Engine, Done } from '../../../../src/ports/engine.ts';
import { createScene, delivers, fails, LEASE_MS, picture } from '../../../support/attempt-scene.ts';

test('an engine that fails in a way of its own is not asked for ever', async (t) => {
  for (const error of [new TypeError('boom'), new Fault('not_found', 'what was asked for')]) {
    const throws = async () => Promise.reject(error);
    const { calls, stream, perform } = createScene({ perform: throws, repeat: 'safe' });
    t.deepEqual(await perform(), { kind: 'done' });
    t.is(calls.length, limits.safeRepeatsMax);
    t.deepEqual(stream.outcomes(), ['lost']);
    const never = createScene({ perform: throws, repeat: 'never' });
    await never.perform();
    t.deepEqual(never.stream.outcomes(), ['unknown']);
  }
});

test('a lookup that says running, fails or hangs until the deadline leaves the outcome unknown', async (t) => {
  const lookups: readonly NonNullable<Engine['lookup']>[] = [
    async () => Promise.resolve({ kind: 'running' }),
    async () => Promise.reject(new Fault('unavailable', 'down')),
    async () => new Promise(() => undefined),
  ];
  for (const lookup of lookups) {
    const { time, stream, perform } = createScene({ perform: fails('unknown_outcome'), repeat: 'lookup', lookup });
    const performed = perform();
    for (let i = 0; i < 12; i += 1) await time.advance(LEASE_MS / 2);
    await performed;
    t.deepEqual(stream.outcomes(), ['unknown']);
  }
});

/** An engine whose outcome counts as unknown, and what it says of the key from then on. */
const unknownScene = async (said: { now: LookedUp }) => {
  let asked = 0;
  const lookup: Engine['lookup'] = async () => {
    asked += 1;
    return Promise.resolve(said.now);
  };
  const scene = createScene({ perform: fails('unknown_outcome'), repeat: 'lookup', lookup });
  const performed = scene.perform();
  for (let i = 0; i < 12; i += 1) await scene.time.advance(LEASE_MS / 2);
  await performed;
  return { ...scene, asked: () => asked };
};

test('an engine that can be asked is asked on, and what it says in the end is the outcome', async (t) => {
  const ends: readonly (readonly [LookedUp, string])[] = [
    [picture, 'delivered'],
    [{ kind: 'failed', code: 'rejected', message: 'no' }, 'rejected'],
    [{ kind: 'never_seen' }, 'lost'],
  ];
  for (const [end, outcome] of ends) {
    const said: { now: LookedUp } = { now: { kind: 'running' } };
    const { time, calls, stream } = await unknownScene(said);
    t.deepEqual(stream.outcomes(), ['unknown']);
    said.now = end;
    for (let i = 0; i < 24; i += 1) await time.advance(LEASE_MS / 2);
    t.deepEqual([calls, stream.outcomes()], [['key'], ['unknown', outcome]]);
  }
});

test('it is asked on until a person is asked, and no longer', async (t) => {
  const { time, stream, asked } = await unknownScene({ now: { kind: 'running' } });
  const step = 5_000;
  for (let ms = 0; ms <= limits.dispatchUnknownMaxMs + step; ms += step) await time.advance(step);
  const before = asked();
  t.true(before > 100, `${before}`);
  for (let i = 0; i < 10; i += 1) await time.advance(step);
  t.deepEqual([asked(), stream.outcomes()], [before, ['unknown']]);
});

test('a store or a log that is away for a moment makes no engine do its work again', async (t) => {
  for (const where of ['store', 'log'] as const) {
    const { time, calls, stream, deps, perform } = createScene({ perform: delivers, repeat: 'never' });
    let left = 3;
    const away = (): void => {
      left -= 1;
      if (left >= 0) throw new Fault('unavailable', 'away for a moment');
    };
    const { put } = deps.objects;
    if (where === 'store') {
      Object.assign(deps.objects, {
        put: async (...args: Parameters<typeof put>) => {
          away();
          return put(...args);
        },
      });
    }
    const delivered: AttemptRecord['delivered'] = async (inForce, delivery) => {
      away();
      return stream.delivered(inForce, delivery);
    };
    const record = { ...stream, delivered };
    const performed = perform(true, where === 'log' ? record : stream);
    for (let i = 0; i < 6; i += 1) await time.advance(LEASE_MS / 2);
    await performed;
    t.deepEqual([calls, stream.outcomes()], [['key'], ['delivered']]);
  }
});

test('a failed renewal is retried: no process takes over while the first is at work', async (t) => {
  const work = Promise.withResolvers<Done>();
  const { time, stream, perform } = createScene({ perform: async () => work.promise, repeat: 'lookup' });
  let claims = 0;
  const claim: typeof stream.claim = async (lapsedEpoch) => {
    claims += 1;
    if (claims === 3) throw new Fault('unavailable', 'a hiccup');
    return stream.claim(lapsedEpoch);
  };
  const performed = perform(true, { ...stream, claim });
  for (let i = 0; i < 8; i += 1) await time.advance(LEASE_MS / 2);
  t.true(claims > 3, `${claims} claims`);
  work.resolve(picture);
  await time.advance(LEASE_MS);
  await performed;
  t.deepEqual(stream.outcomes(), ['delivered']);
});
