/** The messages that wait for a role, or why their number is unknown. */
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { messagesFor } from '../../../src/main/roles.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';

const counts = (count: number) => ({ lag: async () => Promise.resolve(count) });

test('the messages that wait for a role are the sum over its consumers', async (t) => {
  const { timers } = createFakeClock();
  const lag = await messagesFor('dispatcher', [counts(3), counts(4)], timers);
  t.deepEqual(lag, { role: 'dispatcher', waiting: 7, unit: 'messages' });
});

test('a role with a consumer that is not connected says so, as its messages lie', async (t) => {
  const { timers } = createFakeClock();
  const error = 'the consumer of pi.dispatch.v1 is not connected: there is no such topic';
  const away = { lag: async () => Promise.reject(new Fault('unavailable', error)) };
  const lag = await messagesFor('dispatcher', [counts(3), away], timers);
  t.deepEqual(lag, { role: 'dispatcher', waiting: null, unit: 'messages', error });
});

test('a count that takes too long is unknown, and no fault', async (t) => {
  const { timers, advance } = createFakeClock();
  const slow = { lag: async () => new Promise<number>(() => undefined) };
  const asked = messagesFor('scorer', [slow], timers);
  await advance(limits.readyPingMs);
  t.deepEqual(await asked, { role: 'scorer', waiting: null, unit: 'messages' });
});
