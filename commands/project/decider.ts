import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import type { ProjectEvent } from '../../events/project.ts';
import { claimGeneration, type ClaimGeneration, endGeneration, type EndGeneration } from './claim-generation.ts';
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
import { evolve, initial, type ProjectState } from './state.ts';

export type ProjectCommand = CreateProject | ReviseScript | ReviseStoryboard | ClaimGeneration | EndGeneration;

const decide = (
  command: ProjectCommand,
  state: ProjectState,
  revision: ExpectedRevision,
): Decision<ProjectEvent, ProjectRefusal> => {
  switch (command.type) {
    case 'CreateProject':
      return createProject(command, state);
    case 'ReviseScript':
      return reviseScript(command, state);
    case 'ReviseStoryboard':
      return reviseStoryboard(command, state);
    case 'ClaimGeneration':
      return claimGeneration(command, state, revision);
    case 'EndGeneration':
      return endGeneration(command, state);
    default:
      return assertNever(command);
  }
};

/** Projects, and who holds their storyboard. */
export const createProjectDecider = (
  periodEvents: number,
): Decider<ProjectState, ProjectCommand, ProjectEvent, ProjectRefusal> =>
  inPeriods(
    { category: 'project', initial, evolve, decide },
    { every: periodEvents, type: 'ProjectPeriodClosed', close: closePeriod },
  );

export const projectDecider = createProjectDecider(limits.projectPeriodEvents);
