import test from 'ava';
import { isFault } from '../../../../src/kernel/faults.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

test('sleepers wake at their own moment, in order, and may sleep again', async (t) => {
  const { clock, timers, advance, sleeping } = createFakeClock(1_000);
  const woke: [string, number][] = [];
  const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
    for (const nap of naps) {
      await timers.sleep(nap);
      woke.push([name, clock.monotonic()]);
    }
  };
  const all = Promise.all([sleeper('a', 30, 30), sleeper('b', 10, 50), sleeper('c', 60)]);
  await advance(59);
  t.deepEqual(woke, [
    ['b', 10],
    ['a', 30],
  ]);
  t.is(sleeping(), 3);
  await advance(1);
  await all;
  t.deepEqual(woke.slice(2), [
    ['c', 60],
    ['b', 60],
    ['a', 60],
  ]);
  t.is(clock.now(), 1_060);
});

test('the wall clock may jump without waking a timer', async (t) => {
  const { clock, timers, advance, jumpWall, untilNext } = createFakeClock(0);
  const controller = new AbortController();
  const sleeping = timers.sleep(100, controller.signal);
  jumpWall(86_400_000);
  await advance(40);
  t.is(clock.now(), 86_400_040);
  t.is(untilNext(), 60);
  controller.abort();
  t.true(isFault(await t.throwsAsync(sleeping), 'cancelled'));
  t.is(untilNext(), undefined);
});
