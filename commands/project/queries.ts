/** Queries of a project's state. */
import { limits } from '../../src/kernel/limits.ts';
import type { Claim, PlanJob, ProjectState } from './state.ts';

/**
 * The jobs of a manifest in the order of their claims, where it generated last or is about to. The last of them may
 * still be under way. None of an earlier manifest.
 */
export const jobsOfManifest = ({ generated, open }: ProjectState, manifestHash: string): readonly PlanJob[] => [
  ...(generated?.manifestHash === manifestHash ? generated.jobs : []),
  ...(open?.manifestHash === manifestHash ? [open] : []),
];

/** The last job of a plan's manifest, by any plan of it. Undefined: another manifest has generated since. */
export const lastJobBeside = ({ generated, open }: ProjectState, planId: string): string | undefined => {
  if (open?.manifestPlanIds.includes(planId)) return open.jobId;
  return generated?.planIds.includes(planId) ? generated.jobs.at(-1)?.jobId : undefined;
};

/** The manifest is the last one that generated or took over. Or none has since it was planned, in round `round`. */
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
