/** The subscription as it comes from the server: it waits when who hears it asks it to. */
import test from 'ava';
import { createServerCalls } from '../../../../src/adapters/eventstoredb/server/server-calls.ts';
import { createSilentLogger } from '../../../../src/adapters/pino/logger.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { newEvents } from '../../../contract/samples.ts';
import { eventually } from '../../../support/eventually.ts';
import { startEventStoreDouble } from '../../../support/event-store-double/start.ts';

test('no event comes while the hearer asks to wait, and none is left out after it', async (t) => {
  const { url } = await startEventStoreDouble(t);
  const deps = { clock: createClock(), timers: createTimers(), logger: createSilentLogger() };
  const calls = createServerCalls({ url, deadlineMs: 30_000 }, deps);
  t.teardown(async () => calls.close(new Fault('unavailable', 'closed')));
  const events = newEvents(200);
  await calls.append({ stream: 'pen-1', expected: 'none', events }, () => undefined);
  const heard: string[] = [];
  const patience = Promise.withResolvers<void>();
  const stop = new AbortController();
  const following = calls.subscribe(
    'start',
    (news) => {
      heard.push(...news.events.filter(({ stream }) => stream === 'pen-1').map(({ id }) => id));
      return heard.length === 10 ? patience.promise : undefined;
    },
    stop.signal,
  );
  await eventually('it waits', () => heard.length === 10);
  await deps.timers.sleep(100);
  t.is(heard.length, 10);
  patience.resolve();
  await eventually('all have come', () => heard.length === events.length);
  t.deepEqual(
    heard,
    events.map(({ id }) => id),
  );
  stop.abort();
  await t.throwsAsync(following);
});
