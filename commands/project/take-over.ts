import { accept, refuse } from '../../src/kernel/decider.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import { manifestTookOver } from '../../events/project.ts';
import type { ProjectState } from './state.ts';

/**
 * A person decides on a plan of a manifest that has generated nothing: it takes the place of the last one, as a
 * generation does. `checkedAt` is the revision of every check, as that of a claim.
 */
export type TakeOver = {
  readonly type: 'TakeOver';
  readonly checkedAt: ExpectedRevision;
  readonly manifestHash: string;
  /** All its plans, in order. */
  readonly manifestPlanIds: readonly string[];
};

export const takeOver = (
  { checkedAt, manifestHash, manifestPlanIds }: TakeOver,
  state: ProjectState,
  revision: ExpectedRevision,
) => {
  if (state.name === null) return refuse('project_not_found');
  if (state.generated?.manifestHash === manifestHash) return accept();
  const { open } = state;
  // The end of that job would take the place back.
  if (open !== null && open.manifestHash !== manifestHash) {
    return refuse('storyboard_job_active', { jobId: open.jobId });
  }
  if (revision !== checkedAt) return refuse('moved');
  return accept(manifestTookOver({ manifestHash, manifestPlanIds: [...manifestPlanIds] }));
};
