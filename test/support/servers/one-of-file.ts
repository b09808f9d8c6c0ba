/** Servers that all tests of a file share: the first one that asks starts them, and they are gone after the last. */
import type { TestFn } from 'ava';
import type { Owner } from './cluster.ts';

/** A test leaves them as it has found them: with all of their nodes. */
export const oneOfFile = <C>(test: TestFn, start: (owner: Owner) => Promise<C>): (() => Promise<C>) => {
  const closing: (() => unknown)[] = [];
  let started: Promise<C> | undefined;
  test.after.always(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return async () => (started ??= start({ teardown: (close) => void closing.push(close), log: console.log }));
};
