import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { watchTurns, withoutPauses } from '../../../../src/adapters/system/watch-turns.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

test.serial('a turn is measured without the pauses in it', (t) => {
  const turn = { from: 100, to: 200 };
  t.is(withoutPauses(turn, []), 100);
  t.is(withoutPauses(turn, [{ from: 120, to: 130 }]), 90);
  t.is(
    withoutPauses(turn, [
      { from: 90, to: 110 },
      { from: 190, to: 250 },
      { from: 10, to: 20 },
    ]),
    80,
  );
});

test.serial('a turn that is held is told of, at no less than it was', async (t) => {
  const turns: number[] = [];
  const watch = watchTurns({ turn: (ms) => void turns.push(ms), pause: () => undefined });
  await sleep(5 * limits.turnSampleMs);
  const until = performance.now() + 200;
  while (performance.now() < until);
  while (!turns.some((ms) => ms >= 150)) await sleep(limits.turnSampleMs);
  t.true(turns.length > 1);
  watch.close();
});

test.serial('the computing part of a turn is told apart from its waits', async (t) => {
  const turns: { readonly ms: number; readonly computedMs: number }[] = [];
  const watch = watchTurns({
    turn: (ms, computedMs) => void turns.push({ ms, computedMs }),
    pause: () => undefined,
  });
  // A busy machine has long turns of its own: the one that is meant is among them.
  const told = async (what: string, isMeant: (ms: number, computedMs: number) => boolean): Promise<void> =>
    eventually(what, () => turns.some(({ ms, computedMs }) => ms >= 150 && isMeant(ms, computedMs)));
  await sleep(5 * limits.turnSampleMs);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  await told('a turn that has waited', (ms, computedMs) => computedMs < ms / 2);
  const before = process.threadCpuUsage();
  const computed = (): number => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  while (computed() < 200);
  await told('a turn that has computed', (_, computedMs) => computedMs >= 150);
  t.pass();
  watch.close();
});

test.serial('a loop at rest is looked at more rarely, until it is busy', async (t) => {
  const { setTimeout: real } = globalThis;
  const waits: (number | undefined)[] = [];
  globalThis.setTimeout = Object.assign((...asked: Parameters<typeof real>) => {
    waits.push(asked[1]);
    return real(...asked);
  }, real);
  const watch = watchTurns({ turn: () => undefined, pause: () => undefined });
  t.teardown(() => {
    watch.close();
    globalThis.setTimeout = real;
  });
  t.deepEqual(waits, [limits.turnSampleMs]);
  while (waits.at(-1) !== limits.turnSampleAtRestMs) await sleep(limits.turnRestAfterMs);
  const until = performance.now() + 200;
  while (performance.now() < until);
  const looks = waits.length;
  while (waits.length === looks) await sleep(1);
  t.is(waits[looks], limits.turnSampleMs);
});

test.serial('pauses of V8 are told of apart', async (t) => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const watch = watchTurns({ turn: () => undefined, pause: resolve });
  const kept: object[] = [];
  const timer = setInterval(() => {
    for (let n = 0; n < 100_000; n += 1) kept[n] = { n };
  }, 1);
  t.true((await promise) > 0);
  clearInterval(timer);
  watch.close();
});

test.serial('services of one process hear of the same looks, until each is closed', async (t) => {
  const heard: string[] = [];
  const listen = (name: string) => watchTurns({ turn: () => heard.push(name), pause: () => undefined });
  const [first, second] = [listen('first'), listen('second')];
  while (heard.length < 6) await sleep(limits.turnSampleAtRestMs);
  t.deepEqual(heard.slice(0, 6), ['first', 'second', 'first', 'second', 'first', 'second']);
  first.close();
  heard.length = 0;
  while (heard.length < 3) await sleep(limits.turnSampleAtRestMs);
  t.deepEqual([...new Set(heard)], ['second']);
  second.close();
  heard.length = 0;
  await sleep(3 * limits.turnSampleAtRestMs);
  t.deepEqual(heard, []);
});
