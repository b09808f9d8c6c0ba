import test from 'ava';
import { createDeadlines } from '../../../../src/adapters/mongo/deadlines.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

test('a call that takes too long is given up; its late result is dropped', async (t) => {
  const { clock, timers, advance } = createFakeClock();
  const { within } = createDeadlines(timers, clock);
  const hanging = Promise.withResolvers<string>();
  const late = within(1_000, hanging.promise);
  const longer = within(5_000, hanging.promise);
  const failed = t.throwsAsync(late, { instanceOf: Fault, code: 'unavailable' });
  await advance(900);
  await advance(200);
  await failed;
  hanging.resolve('in time');
  t.is(await longer, 'in time');
});

test('a result in time is returned, and so is a failure', async (t) => {
  const { clock, timers, advance } = createFakeClock();
  const { within } = createDeadlines(timers, clock);
  t.is(await within(1_000, Promise.resolve(1)), 1);
  await t.throwsAsync(within(1_000, Promise.reject(new TypeError('bug'))), { instanceOf: TypeError });
  await advance(200);
  // The ticker has stopped, and starts again.
  const hanging = t.throwsAsync(within(1_000, Promise.withResolvers().promise), { code: 'unavailable' });
  await advance(1_100);
  await hanging;
});
