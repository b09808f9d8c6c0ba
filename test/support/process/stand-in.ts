/** One test that replaces a suite whose servers, programs or clients are missing. */
import type { TestFn } from 'ava';

const required = [process.env['REQUIRE_SERVERS'], process.env['REQUIRE_CLIENTS']].flatMap((names = '') =>
  names.split(',').map((name) => name.trim()),
);

/** Skipped, or failing where one of these variables has one of `names`. */
export const standIn = (test: TestFn, what: string, names: readonly string[]): void => {
  if (names.some((name) => required.includes(name))) test(`REQUIRED: this suite ${what}`, (t) => t.fail());
  else test.skip(`SKIPPED: this suite ${what}`, (t) => t.fail());
};
