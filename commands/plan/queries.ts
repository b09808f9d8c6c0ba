/** Queries of a plan's state. */
import { limits } from '../../src/kernel/limits.ts';
import type { PlanFrame, PlanState } from './state.ts';

/**
 * The last attempt number that a requirement may use: the ladder, and one more for each repair by a person.
 * `more`: repairs that a person is about to ask for.
 */
export const attemptsMaxOf = ({ repairsByPerson }: Pick<PlanFrame, 'repairsByPerson'>, more = 0): number =>
  limits.attemptsByLadderMax + Math.min(repairsByPerson + more, limits.attemptsByPersonMax);

/** A person sent it to repair, and no repair has been planned for it yet. */
export const isSentToRepair = (frame: PlanFrame): boolean => frame.review?.decision === 'repair';

/** Requirements of these plans that a person has sent to repair, and no repair has taken since. */
export const sentToRepairOf = (plans: readonly PlanState[]): ReadonlySet<string> =>
  new Set(plans.flatMap(({ frames }) => frames.filter(isSentToRepair).map(({ requirementId }) => requirementId)));

/** A person has accepted it: here, or in the manifest that it was carried from. */
export const isAcceptedByPerson = (frame: PlanFrame): boolean => {
  if (frame.review !== null) return frame.review.decision === 'accept';
  return frame.repairJobId === null && frame.carried?.decision?.decision === 'accept';
};
