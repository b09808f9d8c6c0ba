/**
 * The due attempts of one destination, one after another in their order. A failed one ends the step: a receiver that
 * fails or hangs leaves its place to other destinations.
 */
import type { LaneWork } from '../../../projections/open-work/document.ts';
import { dueMember } from '../../../projections/open-work/lane.ts';
import { limits } from '../../kernel/limits.ts';
import { carriedAt, type SystemContext } from '../services/services.ts';
import type { ReactionDeps } from './reactions.ts';

export const carryLaneOn = async (
  { deliveries, clock, stopping }: Pick<ReactionDeps, 'deliveries' | 'clock' | 'stopping'>,
  { members: all, dueAt }: LaneWork,
  context: SystemContext,
): Promise<void> => {
  const until = carriedAt(clock, dueAt);
  let members = all;
  // News are requested without a look at the ones that wait.
  for (const { deliveryId: id, index } of members.slice(limits.deliveriesOpenPerDestinationMax)) {
    await deliveries.refuse({ workspaceId: context.workspaceId, id }, index, context);
  }
  for (let next = dueMember(members, until); next !== undefined; next = dueMember(members, until)) {
    const { deliveryId: id, index, round } = next;
    if (stopping.aborted) return;
    if (await deliveries.attemptNext({ workspaceId: context.workspaceId, id }, { index, round }, context)) return;
    const ended = next;
    members = members.filter((one) => one !== ended);
  }
};
