import test from 'ava';
import { inTime } from '../../../src/kernel/in-time.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';

const never = new Promise<string>(() => undefined);

test('a value in time is returned, and nothing is left waiting', async (t) => {
  const { timers, sleeping } = createFakeClock();
  t.is(await inTime(timers, 100, Promise.resolve('done'), null), 'done');
  t.is(await inTime(timers, 100, Promise.reject(new Error('no')), null), null);
  t.is(sleeping(), 0);
});

test('slower work is not waited for', async (t) => {
  const { timers, advance } = createFakeClock();
  let given: unknown = 'nothing yet';
  const asked = inTime(timers, 100, never, null).then((value) => {
    given = value;
  });
  await advance(99);
  t.is(given, 'nothing yet');
  await advance(1);
  await asked;
  t.is(given, null);
});
