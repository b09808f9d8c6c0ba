/** The owner of folders, services and servers that all tests of a file share: they end after the last test. */
import type { ExecutionContext, TestFn } from 'ava';

/** A test, or all tests of a file: what they own ends with them. */
export type Owner = Pick<ExecutionContext, 'teardown' | 'log' | 'fail'>;

export const ofFile = (test: TestFn): Owner => {
  const closing: (() => unknown)[] = [];
  test.after.always(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const fail = (message?: string): never => {
    throw new Error(message);
  };
  return {
    teardown: (close) => void closing.push(close),
    log: console.log as Owner['log'],
    fail: fail as Owner['fail'],
  };
};

/** Started by the first test that asks. A test leaves it as it has found it. */
export const oneOfFile = <C>(test: TestFn, start: (owner: Owner) => Promise<C>): (() => Promise<C>) => {
  const owner = ofFile(test);
  let started: Promise<C> | undefined;
  return async () => (started ??= start(owner));
};
