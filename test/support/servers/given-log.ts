/** The EventStoreDB that a run was given; a double stands in its place where there is none. */
import type { TestFn } from 'ava';

const url = process.env['EVENTSTOREDB_URL'] ?? '';

/** Undefined where the variable is not set, or set to nothing. */
export const givenLog: string | undefined = url === '' ? undefined : url;

/** One test after another where they share the server that was given. */
export const inTurn = <T extends TestFn & { readonly serial: unknown }>(test: T): TestFn =>
  givenLog === undefined ? test : (test.serial as TestFn);
