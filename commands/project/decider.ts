import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import { type ProjectEvent, projectPeriodClosed } from '../../events/project.ts';
import { claimGeneration, endGeneration, takeOver } from './claim-generation.ts';
import { createProject, reviseScript, reviseStoryboard } from './revise.ts';
import { evolve, initial, type ProjectState } from './state.ts';
import { idFromContent } from '../../src/kernel/ids.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import type { Revision } from '../../src/kernel/position.ts';

export const projectStream = (projectId: string): string => `project-${projectId}`;

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

type Period = EventOf<typeof projectPeriodClosed>;

/** Undefined for a project that was never created: there is nothing to tell. */
export const closePeriod = (state: ProjectState, revision: Revision): Period | undefined => {
  const { workspaceId, name } = state;
  return workspaceId === null || name === null
    ? undefined
    : projectPeriodClosed({ ...state, revision, workspaceId, name });
};

/** Projects, and the holder of their storyboard. */
export const createProjectDecider = (every: number) =>
  inPeriods(decider, { every, type: 'ProjectPeriodClosed', close: closePeriod });

export const projectDecider = createProjectDecider(limits.projectPeriodEvents);

/** Revisions are named by their content: going back to an earlier text goes back to its revision. */
export const scriptRevisionId = (projectId: string, artifactHash: string): string =>
  idFromContent('rvs', projectId, 'script', artifactHash);

/** The same storyboard made from another script revision is another revision. */
export const storyboardRevisionId = (projectId: string, artifactHash: string, scriptRevision: string | null): string =>
  idFromContent('rvs', projectId, 'storyboard', artifactHash, scriptRevision);

/** Each repair of a plan has the number of the claim that it runs under. */
export const repairPlanIdOf = (planId: string, n: number): string => idFromContent('rpl', planId, n);

export type ProjectRefusal = Refusal<
  /** There is no such project. */
  | 'project_not_found'
  /** `If-Match` names another revision than the present one. */
  | 'revision_mismatch'
  /** The project has another revision than that of the caller's checks: check again. */
  | 'moved'
  /** Another job holds the storyboard. */
  | 'storyboard_job_active'
  /** The plan has had as many jobs as it may have. */
  | 'too_many_jobs'
>;
