/** Generators of clients that npm does not bring, from the folder that CLIENT_GENERATORS names. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestFn } from 'ava';

const required = (process.env['REQUIRE_CLIENTS'] ?? '').split(',').map((name) => name.trim());

/**
 * The folder of the generator's packages for a language. Undefined when it is missing; then one test replaces the
 * suite, skipped, or failing when REQUIRE_CLIENTS names the language.
 */
export const requireGenerator = (test: TestFn, language: 'python'): string | undefined => {
  const folder = process.env['CLIENT_GENERATORS'];
  const wheels = folder === undefined ? undefined : resolve(folder, 'wheels');
  if (wheels !== undefined && existsSync(wheels)) return wheels;
  const what = `this suite makes a client for ${language}: set CLIENT_GENERATORS`;
  if (required.includes(language)) test(`REQUIRED: ${what}`, (t) => t.fail());
  else test.skip(`SKIPPED: ${what}`, (t) => t.fail());
  return undefined;
};
