import { accept } from '../../src/kernel/decider.ts';
import { frameCarried, type PlanEvent, planPrepared } from '../../events/plan.ts';
import type { CarriedFrame, PlanDetails, PlanState } from './state.ts';

/** Makes a part of a manifest addressable. Free, and the same for ever: the plan's id is the hash of its content. */
export type PreparePlan = {
  readonly type: 'PreparePlan';
  readonly details: PlanDetails;
  /** By requirement id: the frames that earlier manifests had accepted. */
  readonly carried: ReadonlyMap<string, CarriedFrame>;
};

export const preparePlan = ({ details, carried }: PreparePlan, state: PlanState) => {
  if (state.details !== null) return accept();
  const events: PlanEvent[] = [planPrepared(details)];
  for (const [frameIndex, { requirementId }] of details.frames.entries()) {
    const frame = carried.get(requirementId);
    if (frame !== undefined) events.push(frameCarried({ frameIndex, requirementId, ...frame }));
  }
  return accept(...events);
};
