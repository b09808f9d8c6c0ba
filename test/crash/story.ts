/** The whole story, with films and sound. */
import { join } from 'node:path';
import type { Scenario } from './harness.ts';
import { prepare } from './prepare.ts';
import { verify } from './verify.ts';

export const STORY: Scenario = {
  program: join(import.meta.dirname, 'child.ts'),
  prepare,
  outside: async () => Promise.resolve({ verify, close: async () => Promise.resolve() }),
};
