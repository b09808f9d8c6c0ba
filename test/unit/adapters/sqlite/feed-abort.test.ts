import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { logAt } from './open.ts';

test('a subscription that has caught up ends at whichever moment its signal aborts', async (t) => {
  for (let moment = 0; moment < 20; moment += 1) {
    const log = logAt(t);
    const stopping = new AbortController();
    const next = log.feed.subscribe('', { signal: stopping.signal })[Symbol.asyncIterator]().next();
    for (let i = 0; i < moment; i += 1) await Promise.resolve();
    stopping.abort();
    const ended = await Promise.race([next, twoTurns()]);
    t.deepEqual(ended, { done: true, value: undefined }, `after ${moment} microtasks`);
  }
});

const twoTurns = async (): Promise<string> => {
  await turn();
  await turn();
  return 'still waiting';
};
