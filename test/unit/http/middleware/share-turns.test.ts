/** Many requests that come at once, and the turns of the event loop in which they are begun. */
import test from 'ava';
import { shareTurns } from '../../../../src/http/middleware/share-turns.ts';
import type { HttpContext } from '../../../../src/http/transport/exchange.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';

const REQUESTS = 50;

/** The longest turn while as many requests come at once, each of which takes a millisecond; answers their order too. */
const longestFor = async (loop: WorkedLoop, turns: Turns) => {
  const take = shareTurns(turns);
  const begun: number[] = [];
  const requests = Array.from({ length: REQUESTS }, async (_, request) =>
    take({} as HttpContext, async () => {
      loop.work(1);
      begun.push(request);
      return Promise.resolve();
    }),
  );
  await Promise.all(requests);
  return { begun, longestMs: loop.seen().longestMs };
};

test('requests that come at once are begun in their order, in several turns', async (t) => {
  const loop = createWorkedLoop();
  const { begun, longestMs } = await longestFor(loop, loop.turns);
  t.deepEqual(begun, [...begun.keys()]);
  t.is(begun.length, REQUESTS);
  t.true(longestMs <= limits.sliceMs + 1);
});

test('sabotage: without a share of turns all of them are begun in one', async (t) => {
  t.is((await longestFor(createWorkedLoop(), { due: () => undefined })).longestMs, REQUESTS);
});
