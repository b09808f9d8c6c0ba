/** Time limits of many calls: each late call is told once, and no other. */
import test from 'ava';
import { createDeadlines } from '../../../src/kernel/deadlines.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';

const late = (): Fault => new Fault('unavailable', 'late');

test('calls without an answer in time are told in the order of the deadlines, answered ones are not', async (t) => {
  const { timers, advance, sleeping } = createFakeClock();
  const { within } = createDeadlines(timers);
  const told: string[] = [];
  const start = (name: string, ms: number) => {
    const call = Promise.withResolvers<void>();
    within(ms, call.promise, late).catch(() => told.push(name));
    return call;
  };
  start('long', 1_000);
  start('short', 300);
  const answered = start('answered', 500);
  await advance(250);
  t.deepEqual(told, []);
  await advance(150);
  t.deepEqual(told, ['short']);
  answered.resolve();
  start('later', 300);
  await advance(2_000);
  t.deepEqual(told, ['short', 'later', 'long']);
  t.is(sleeping(), 0, 'no timer is left where nobody waits');
  start('again', 100);
  await advance(300);
  t.deepEqual(told.at(-1), 'again');
});

test('a call that takes too long is given up; its late result is dropped', async (t) => {
  const { timers, advance } = createFakeClock();
  const { within } = createDeadlines(timers);
  const hanging = Promise.withResolvers<string>();
  const longer = within(5_000, hanging.promise, late);
  const failed = t.throwsAsync(within(1_000, hanging.promise, late), { instanceOf: Fault, code: 'unavailable' });
  await advance(900);
  await advance(200);
  await failed;
  hanging.resolve('in time');
  t.is(await longer, 'in time');
});

test('a result in time is returned, and so is a failure', async (t) => {
  const { timers, advance } = createFakeClock();
  const { within } = createDeadlines(timers);
  t.is(await within(1_000, Promise.resolve(1), late), 1);
  await t.throwsAsync(within(1_000, Promise.reject(new TypeError('bug')), late), { instanceOf: TypeError });
  await advance(200);
  // The looks have ended, and begin again.
  const hanging = t.throwsAsync(within(1_000, Promise.withResolvers().promise, late), { code: 'unavailable' });
  await advance(1_100);
  await hanging;
});
