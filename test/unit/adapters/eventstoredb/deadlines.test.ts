/** Timeouts: each late call is told once, and no other. */
import test from 'ava';
import { createDeadlines } from '../../../../src/adapters/eventstoredb/server/deadlines.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

test('calls without an answer in time are told in the order of the deadlines, answered ones are not', async (t) => {
  const { timers, advance, sleeping } = createFakeClock();
  const deadlines = createDeadlines(timers);
  const told: string[] = [];
  const start = (name: string, ms: number): (() => void) => deadlines.start(ms, () => told.push(name));
  start('long', 1_000);
  start('short', 300);
  const answered = start('answered', 500);
  await advance(250);
  t.deepEqual(told, []);
  await advance(150);
  t.deepEqual(told, ['short']);
  answered();
  start('later', 300);
  await advance(2_000);
  t.deepEqual(told, ['short', 'later', 'long']);
  t.is(sleeping(), 0, 'no timer is left where nobody waits');
  start('again', 100);
  await advance(300);
  t.deepEqual(told.at(-1), 'again');
});
