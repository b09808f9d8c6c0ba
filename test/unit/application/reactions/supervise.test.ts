import test from 'ava';
import { createSilentLogger } from '../../../../src/adapters/pino/logger.ts';
import { supervise } from '../../../../src/application/reactions/supervise.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

test('a store that is away is told of once in an outage, and asked in each pass', async (t) => {
  const { clock, timers, advance } = createFakeClock();
  let [lines, passes, isAway] = [0, 0, true];
  const query = async () => {
    passes += 1;
    if (isAway) throw new Fault('unavailable', 'nobody answers');
    return { documents: [], next: null };
  };
  const logger = { ...createSilentLogger(), warn: () => void (lines += 1) };
  const stopping = new AbortController();
  const deps = {
    documents: { query },
    collection: () => 'open-work',
    clock,
    timers,
    logger,
    carryOn: async () => true,
  };
  const supervising = supervise(deps, stopping.signal);
  await advance(20 * limits.superviseEveryMs);
  t.true(passes >= 20);
  t.is(lines, 1);
  isAway = false;
  await advance(limits.superviseEveryMs);
  isAway = true;
  await advance(5 * limits.superviseEveryMs);
  t.is(lines, 2, 'the next outage is another one');
  stopping.abort();
  await supervising;
});
