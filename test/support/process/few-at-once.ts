/** For a process of many test files: holds back most of the tests that ava has begun. */
import anyTest, { type TestFn } from 'ava';
import { createGate } from '../../../src/kernel/gate.ts';

export const TESTS_MAX = 6;

const test = anyTest as TestFn<{ readonly leave?: () => void }>;
const gate = createGate({ placesMax: TESTS_MAX, waitingMax: Number.POSITIVE_INFINITY });

test.beforeEach(async (t) => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const { promise: ended, resolve: leave } = Promise.withResolvers<void>();
  t.context = { leave };
  const stay = gate.run(async () => {
    enter();
    return ended;
  });
  await Promise.race([entered, stay]);
});

test.afterEach.always((t) => t.context.leave?.());
