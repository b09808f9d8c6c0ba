import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { TESTS_MAX } from '../../../support/process/few-at-once.ts';

let running = 0;
let most = 0;

// ava begins all of them in one turn.
for (let one = 1; one <= 2 * TESTS_MAX; one += 1) {
  test(`few of many tests run at once, number ${one}`, async (t) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
    running -= 1;
    t.true(most <= TESTS_MAX, `${most} ran at once`);
  });
}
