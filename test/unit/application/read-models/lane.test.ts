/** A lane has a bound: a batch that was folded is held by nothing, however the feed and the clock go. */
import test from 'ava';
import { setImmediate as immediate } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { createLane, type LaneDeps } from '../../../../src/application/read-models/folding/lane.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import type { FeedBatch } from '../../../../src/ports/event-feed.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

const BATCHES = 200;

/** How many batches are in memory while the lane waits for the next one. */
const batchesHeld = async (everyMs: number): Promise<number> => {
  const { clock, timers, advance } = createFakeClock();
  const batches: WeakRef<FeedBatch>[] = [];
  const stop = new AbortController();
  let position = START;
  let held = Infinity;
  const subscribe = async function* (): AsyncGenerator<FeedBatch> {
    for (let n = 1; n <= BATCHES; n += 1) {
      await advance(everyMs);
      const batch = { events: [], through: String(n).padStart(12, '0') };
      batches.push(new WeakRef(batch));
      yield batch;
    }
    await immediate();
    collectGarbage();
    held = batches.filter((batch) => batch.deref() !== undefined).length;
    stop.abort();
  };
  const idle = { prepare: async () => Promise.resolve(), fold: async () => Promise.resolve(), size: () => 0 };
  const model = { fold: { ...idle, discard: () => undefined }, takes: () => false, position: () => position };
  const deps: Partial<LaneDeps> = {
    feed: { subscribe },
    clock,
    timers,
    logger: silentLogger,
    signal: stop.signal,
    isAwaited: () => false,
    store: async (_, through) => {
      position = through;
      return Promise.resolve();
    },
    join: async () => Promise.resolve(false),
  };
  await createLane(deps as LaneDeps, [model as never]).run();
  return held;
};

for (const everyMs of [1, limits.projectionStoreEveryMs + 1]) {
  test.serial(`of batches ${everyMs} ms apart a lane holds the last ones only`, async (t) => {
    const held = await batchesHeld(everyMs);
    t.true(held < 5, `${held} of ${BATCHES} are in memory`);
  });
}
