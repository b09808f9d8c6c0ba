/** A project: its current script and storyboard, the holder of the storyboard, and the last generation. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Claim, projectPeriodClosed } from '../../events/project.ts';

export type { Claim } from '../../events/project.ts';

type Period = Readonly<EventOf<typeof projectPeriodClosed>['data']>;

export type ScriptRevision = Readonly<NonNullable<Period['script']>>;
export type StoryboardRevision = Readonly<NonNullable<Period['storyboard']>>;

/** A job of a plan, and the number of the claim that it ran under. */
export type PlanJob = Readonly<Pick<Claim, 'n' | 'jobId' | 'planId'>>;

/** All that the end of a period tells. Revisions are -1 before the first event, and claims begin with 1. */
export type ProjectState = Omit<Period, 'workspaceId' | 'name'> & {
  /** Null until it is created. */
  readonly workspaceId: string | null;
  readonly name: string | null;
};

export const initial: ProjectState = {
  workspaceId: null,
  name: null,
  script: null,
  storyboard: null,
  lastClaim: 0,
  open: null,
  generations: 0,
  generated: null,
  revision: -1,
  revised: -1,
};
