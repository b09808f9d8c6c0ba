import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { ProjectEvent } from '../../events/project.ts';
import { claimGeneration, type ClaimGeneration, endGeneration, type EndGeneration } from './claim-generation.ts';
import { takeOver, type TakeOver } from './take-over.ts';
import { closePeriod } from './period.ts';
import type { ProjectRefusal } from './refusals.ts';
import {
  createProject,
  type CreateProject,
  reviseScript,
  type ReviseScript,
  reviseStoryboard,
  type ReviseStoryboard,
} from './revise.ts';
import { evolve } from './evolve.ts';
import { initial, type ProjectState } from './state.ts';

export type ProjectCommand =
  | CreateProject
  | ReviseScript
  | ReviseStoryboard
  | ClaimGeneration
  | EndGeneration
  | TakeOver;

const decider: Decider<ProjectState, ProjectCommand, ProjectEvent, ProjectRefusal> = {
  category: 'project',
  initial,
  evolve,
  decide: onCommand({
    CreateProject: createProject,
    ReviseScript: reviseScript,
    ReviseStoryboard: reviseStoryboard,
    ClaimGeneration: claimGeneration,
    EndGeneration: endGeneration,
    TakeOver: takeOver,
  }),
};

/** Projects, and the holder of their storyboard. */
export const createProjectDecider = (every: number) =>
  inPeriods(decider, { every, type: 'ProjectPeriodClosed', close: closePeriod });

export const projectDecider = createProjectDecider(limits.projectPeriodEvents);
