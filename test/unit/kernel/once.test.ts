import test from 'ava';
import { once } from '../../../src/kernel/once.ts';

test('a value is made for the first caller and shared; one that failed is made again', async (t) => {
  let made = 0;
  const value = once(async () => {
    made += 1;
    return made === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(made);
  });
  t.is(made, 0);
  await t.throwsAsync(value, { message: 'not yet' });
  t.deepEqual(await Promise.all([value(), value()]), [2, 2]);
});
