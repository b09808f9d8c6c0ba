import { accept, refuse } from '../../src/kernel/decider.ts';
import { repairPlanned } from '../../events/plan.ts';
import { isAcceptedByPerson, type PlanState } from './state.ts';

/**
 * A repair job has been queued: its frames take no decision until they are scored anew. Frames that a person accepted
 * since the request are left out.
 */
type PlanRepair = {
  readonly type: 'PlanRepair';
  readonly repairPlanId: string;
  readonly n: number;
  readonly jobId: string;
  readonly requirementIds: readonly string[];
};

export const planRepair = ({ repairPlanId, n, jobId, requirementIds }: PlanRepair, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  // Of a repair before it nothing is left to plan: claims come one after another.
  if (n <= state.lastRepair) return accept();
  // The repair's job is over, or another manifest could not have begun: this comes late.
  if (state.supersededBy !== null) return refuse('plan_superseded');
  const accepted = new Set(state.frames.filter(isAcceptedByPerson).map((frame) => frame.requirementId));
  const remaining = requirementIds.filter((requirementId) => !accepted.has(requirementId));
  return accept(repairPlanned({ repairPlanId, n, jobId, requirementIds: remaining }));
};
