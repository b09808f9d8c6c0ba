/** The whole story, with films and sound. */
import { join } from 'node:path';
import { composeApplication } from '../../src/main/compose-application.ts';
import { useCasesOf } from '../support/application/use-cases.ts';
import type { Scenario } from './harness.ts';
import { prepare } from './scenario.ts';
import { verify } from './verify.ts';

export const STORY: Scenario = {
  program: join(import.meta.dirname, 'child.ts'),
  prepare: async (core) => prepare(useCasesOf(composeApplication(core))),
  outside: async () => Promise.resolve({ verify, close: async () => Promise.resolve() }),
};
