import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { ProjectEvent } from '../../events/project.ts';
import { claimGeneration, endGeneration } from './claim-generation.ts';
import { takeOver } from './take-over.ts';
import { closePeriod } from './period.ts';
import type { ProjectRefusal } from './refusals.ts';
import { createProject, reviseScript, reviseStoryboard } from './revise.ts';
import { evolve } from './evolve.ts';
import { initial, type ProjectState } from './state.ts';

const commands = {
  CreateProject: createProject,
  ReviseScript: reviseScript,
  ReviseStoryboard: reviseStoryboard,
  ClaimGeneration: claimGeneration,
  EndGeneration: endGeneration,
  TakeOver: takeOver,
};

export type ProjectCommand = CommandIn<typeof commands>;

const decider: Decider<ProjectState, ProjectCommand, ProjectEvent, ProjectRefusal> = {
  category: 'project',
  initial,
  evolve,
  decide: onCommand(commands),
};

/** Projects, and the holder of their storyboard. */
export const createProjectDecider = (every: number) =>
  inPeriods(decider, { every, type: 'ProjectPeriodClosed', close: closePeriod });

export const projectDecider = createProjectDecider(limits.projectPeriodEvents);
