/** A project: its current script and storyboard, the holder of the storyboard, and the last generation. */
import { limits } from '../../src/kernel/limits.ts';
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

/** A manifest that has generated to an end. */
export type Generated = {
  readonly manifestHash: string;
  /** All its plans, in order. */
  readonly planIds: readonly string[];
  /** In the order of their claims; of each plan no more than `limits.jobsPerPlanMax`. */
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
  /** How often anything of this project has generated to an end. */
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

/**
 * The jobs of a manifest in the order of their claims, where it generated last or is about to. The last of them may
 * still be under way. None of an earlier manifest.
 */
export const jobsOfManifest = ({ generated, open }: ProjectState, manifestHash: string): readonly PlanJob[] => [
  ...(generated?.manifestHash === manifestHash ? generated.jobs : []),
  ...(open?.manifestHash === manifestHash ? [open] : []),
];

/** The manifest is the last one that generated, or none has generated since it was planned, in round `round`. */
export const isCurrent = (state: ProjectState, manifestHash: string, round: number): boolean =>
  state.generated?.manifestHash === manifestHash || state.generations === round;

/** The plan has had its maximum of jobs: the remaining frames take another plan. */
export const isUsedUp = (
  state: ProjectState,
  { manifestHash, planId }: Pick<Claim, 'manifestHash' | 'planId'>,
): boolean =>
  jobsOfManifest(state, manifestHash).filter((job) => job.planId === planId).length >= limits.jobsPerPlanMax;

/** The script has changed since the storyboard was made. */
export const isStale = (state: ProjectState): boolean =>
  state.storyboard !== null && state.storyboard.scriptRevisionId !== (state.script?.revisionId ?? null);

/** The rule makes the storyboard of the next script: there is none, or the rule made the one that is there. */
export const followsScript = ({ storyboard }: ProjectState): boolean =>
  storyboard === null || storyboard.followsScript === true;
