/** One slice of each turn for all: the callers, their order, and how many of them a slice has time for. */
import test from 'ava';
import { limits } from '../../../../src/kernel/limits.ts';
import { createWorkedLoop } from '../../../support/kernel/worked-loop.ts';

/** Callers that wait for a turn, each with steps of so many milliseconds; answers the callers in the order of steps. */
const stepsOf = async (callers: number, steps: number, stepMs: number) => {
  const loop = createWorkedLoop();
  if (loop.turns.due() !== undefined) throw new Error('the first one waits for nothing');
  loop.work(limits.sliceMs);
  const order: number[] = [];
  const call = async (caller: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) {
      const rest = loop.turns.due();
      if (rest !== undefined) await rest;
      loop.work(stepMs);
      order.push(caller);
    }
  };
  await Promise.all(Array.from({ length: callers }, async (_, caller) => call(caller)));
  return { order, ...loop.seen() };
};

test('callers go on in the order of asking', async (t) => {
  const { order } = await stepsOf(3, 2, limits.sliceMs);
  t.deepEqual(order, [0, 1, 2, 0, 1, 2]);
});

test('as many go on in one turn as its slice has time for', async (t) => {
  const { turns, longestMs } = await stepsOf(100, 1, limits.sliceMs / 10);
  t.is(turns, 11, 'ten in each, after that which was used up');
  t.true(longestMs <= limits.sliceMs * 1.1);
});

test('a turn without a caller starts no other turn', async (t) => {
  const loop = createWorkedLoop();
  t.is(loop.turns.due(), undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.true(loop.seen().turns <= 2);
});
