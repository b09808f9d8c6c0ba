/** The beginning of a run, which is the same for all: a plan of a storyboard. */
import type { Storyboard } from '../../src/application/projects/storyboard.ts';
import { composeApplication } from '../../src/main/compose-application.ts';
import type { Core } from '../../src/main/core.ts';
import { createProject, plan, type Production } from '../support/application/production.ts';
import { useCasesOf } from '../support/application/use-cases.ts';
import { enterAs } from '../support/application/world.ts';
import { STORYBOARD } from './scenario.ts';

export const prepare = async (core: Core, storyboard: Storyboard = STORYBOARD): Promise<Production> => {
  const process = { application: useCasesOf(composeApplication(core)) };
  const caller = await enterAs(process, 'ann');
  return plan(process, caller, await createProject(process, caller, { storyboard }));
};
