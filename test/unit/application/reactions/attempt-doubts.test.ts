/** In doubt, or while a server is away for a moment, no other key is tried. No work is repeated (I4). */
import test from 'ava';
import type { AttemptRecord } from '../../../../src/application/reactions/attempt.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Done, Submitted } from '../../../../src/ports/engine.ts';
import { createScene, delivers, fails, LEASE_MS, picture } from '../../../support/jobs/attempt-scene.ts';

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

test('an unknown outcome of an engine that can be asked is left to questions, and not called again', async (t) => {
  const lookup = async () => Promise.resolve({ kind: 'never_seen' } as const);
  const { calls, stream, perform } = createScene({ perform: fails('unknown_outcome'), repeat: 'lookup', lookup });
  t.deepEqual(await perform(), { kind: 'done' });
  t.deepEqual([calls, stream.outcomes()], [['key'], [`unknown, asked after ${limits.lookupEveryMs}`]]);
});

test('work that an engine has taken is told by its name, and the lease ends', async (t) => {
  const submitted = { kind: 'submitted', ref: 'film-1', pollAfterMs: 1_000 } as const;
  const { time, calls, stream, perform } = createScene({ perform: async () => Promise.resolve(submitted) });
  t.deepEqual(await perform(), { kind: 'done' });
  const epoch = stream.epoch();
  for (let i = 0; i < 12; i += 1) await time.advance(LEASE_MS);
  t.deepEqual([calls, stream.outcomes(), stream.epoch()], [['key'], ['submitted film-1'], epoch]);
  await perform();
  t.is(calls.length, 1, 'a repeated message finds nothing to do');
});

test('work under a name that the log does not take is of unknown outcome', async (t) => {
  for (const ref of ['', 'x'.repeat(limits.engineRefCharsMax + 1)]) {
    const submitted = { kind: 'submitted', ref, pollAfterMs: 1_000 } as const;
    const { stream, perform } = createScene({ perform: async () => Promise.resolve(submitted), repeat: 'never' });
    await perform();
    t.deepEqual(stream.outcomes(), ['unknown']);
  }
});

test('an engine that has taken the work after its deadline is asked for it all the same', async (t) => {
  const work = Promise.withResolvers<Done | Submitted>();
  const { time, stream, perform } = createScene({
    perform: async () => work.promise,
    repeat: 'never',
    deadlineMs: 1_000,
  });
  const performed = perform();
  for (let i = 0; i < 3; i += 1) await time.advance(500);
  await performed;
  work.resolve({ kind: 'submitted', ref: 'film-1', pollAfterMs: 1_000 });
  await time.advance(1, 10);
  t.deepEqual(stream.outcomes(), ['unknown', 'submitted film-1']);
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

test('a call that is under way at a stop may finish: its delivery is kept', async (t) => {
  const work = Promise.withResolvers<Done>();
  const { time, stream, deps, perform } = createScene({ perform: async () => work.promise, repeat: 'never' });
  const stop = new AbortController();
  Object.assign(deps, { stopping: stop.signal });
  const performed = perform();
  await time.advance(1);
  stop.abort(new Fault('cancelled', 'the service stops'));
  await time.advance(1);
  work.resolve(picture);
  t.deepEqual(await performed, { kind: 'done' });
  t.deepEqual(stream.outcomes(), ['delivered']);
});
