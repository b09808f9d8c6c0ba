/** One cluster for all tests of a file: the first that asks starts it, and it is gone after the last. */
import type { TestFn } from 'ava';
import type { Owner } from './cluster.ts';

/** A test leaves it as it has found it: with all of its nodes. */
export const clusterOfFile = <C>(test: TestFn, start: (owner: Owner) => Promise<C>): (() => Promise<C>) => {
  const closing: (() => unknown)[] = [];
  let started: Promise<C> | undefined;
  test.after.always(async () => {
    for (const close of closing) await close();
  });
  return async () => (started ??= start({ teardown: (close) => void closing.push(close), log: console.log }));
};
