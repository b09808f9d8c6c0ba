/** Only what is done without a gap counts. */
import test from 'ava';
import { createProgress } from '../../../src/messaging/progress.ts';

test('a done message behind an undone one waits for it', (t) => {
  const progress = createProgress(10);
  t.is(progress.doneTo(), 10);
  const [first, second] = [progress.take(10, 11), progress.take(11, 12)];
  progress.pass(15);
  const last = progress.take(15, 16);
  t.is(progress.next(), 16);
  second();
  last();
  t.is(progress.doneTo(), 10);
  first();
  t.is(progress.doneTo(), 16);
});

test('a skipped record is done as soon as all before it is', (t) => {
  const progress = createProgress('');
  progress.pass('b');
  t.is(progress.doneTo(), 'b');
  const done = progress.take('b', 'c');
  progress.pass('f');
  t.is(progress.doneTo(), 'b');
  done();
  done();
  t.is(progress.doneTo(), 'f');
});
