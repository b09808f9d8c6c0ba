import test from 'ava';
import { eventually, untilItSucceeds } from '../../../support/kernel/eventually.ts';

test('it resolves when it holds, and looks more rarely the longer that takes', async (t) => {
  let looks = 0;
  const begun = performance.now();
  await eventually('half a second has passed', () => {
    looks += 1;
    return performance.now() - begun > 500;
  });
  t.true(looks > 3 && looks < 100, `${looks} looks`);
});

test('a look that fails is made again', async (t) => {
  let calls = 0;
  await untilItSucceeds('the third call', async () => {
    calls += 1;
    if (calls < 3) throw new Error('not yet');
  });
  t.is(calls, 3);
});

test('patience has an end, and the error of the last look is told', async (t) => {
  const away = new Error('it is away');
  const waiting = eventually('it is there', async () => Promise.reject(away), 20);
  t.is((await t.throwsAsync(waiting, { message: 'it did not come to this: it is there' })).cause, away);
  t.is((await t.throwsAsync(eventually('it is so', () => false, 20))).cause, undefined);
});
