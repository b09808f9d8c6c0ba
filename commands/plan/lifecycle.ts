import { accept, refuse } from '../../src/kernel/decider.ts';
import { frameCarried, type PlanEvent, planPrepared, planReplaced, planSuperseded } from '../../events/plan.ts';
import type { CarriedFrame, PlanDetails, PlanState, SupersededJob } from './state.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';

/** Makes a part of a manifest addressable. Free, and the same for ever: the plan's id is the hash of its content. */
type PreparePlan = {
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

/**
 * A later manifest begins to generate, or takes over without a job. It was planned on this plan at `knownRevision`. A
 * plan that has moved since (a person decided meanwhile) refuses, and the caller must plan again.
 */
type SupersedePlan = {
  readonly type: 'SupersedePlan';
  readonly byManifestHash: string;
  /** Null for a manifest that takes over: no job of it is under way. */
  readonly byJobId: string | null;
  readonly knownRevision: number;
  /** Those of the plan, in the order of their claims. */
  readonly jobs: readonly SupersededJob[];
};

export const supersedePlan = (command: SupersedePlan, state: PlanState, revision: ExpectedRevision) => {
  const { byManifestHash, byJobId, knownRevision, jobs } = command;
  if (state.supersededBy === byManifestHash) return accept();
  if (revision !== knownRevision) return refuse('plan_moved');
  if (byJobId === null) return accept(planReplaced({ byManifestHash, jobs: [...jobs] }));
  return accept(planSuperseded({ byManifestHash, byJobId, jobs: [...jobs] }));
};
