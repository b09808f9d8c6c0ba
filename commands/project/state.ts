/** A project: its current script and storyboard, the holder of the storyboard, and the last generation. */
import type { Revision } from '../../src/kernel/position.ts';
import type { Claim } from '../../events/project.ts';

export type { Claim } from '../../events/project.ts';

export type ScriptRevision = { readonly revisionId: string; readonly artifactHash: string };

export type StoryboardRevision = {
  readonly revisionId: string;
  readonly artifactHash: string;
  readonly frameCount: number;
  /** The script revision that it was made from; it is stale when the script has moved. */
  readonly scriptRevisionId: string | null;
  /** True: the rule made it of that script, and makes it anew when the script moves. Otherwise a caller gave it. */
  readonly followsScript?: boolean;
};

/** A job of a plan, and the number of the claim that it ran under. */
export type PlanJob = Pick<Claim, 'n' | 'jobId' | 'planId'>;

/** A manifest that has generated to an end, or has taken over. */
export type Generated = {
  readonly manifestHash: string;
  /** All its plans, in order. */
  readonly planIds: readonly string[];
  /** In the order of their claims; of each plan no more than `limits.jobsPerPlanMax`. None since it took over. */
  readonly jobs: readonly PlanJob[];
};

export type ProjectState = {
  /** Null until it is created. */
  readonly workspaceId: string | null;
  readonly name: string | null;
  readonly script: ScriptRevision | null;
  readonly storyboard: StoryboardRevision | null;
  /** The number of the last claim; 0 before the first. Of a claim whose start was refused nothing else is left. */
  readonly lastClaim: number;
  /** The claim that has not ended: its job may still be under way. */
  readonly open: Claim | null;
  /** How often a manifest of this project has generated to an end, or has taken over. */
  readonly generations: number;
  /** The manifest that did so last. Plans of those before it are superseded, and know their own jobs. */
  readonly generated: Generated | null;
  /** Of the last event; -1 before the first. */
  readonly revision: Revision;
  /** Of the event that last moved script or storyboard, or made the project. */
  readonly revised: Revision;
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
