import { accept, refuse } from '../../src/kernel/decider.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import { planReplaced, planSuperseded } from '../../events/plan.ts';
import type { PlanState, SupersededJob } from './state.ts';

/**
 * A later manifest begins to generate, or takes over without a job. It was planned on this plan at `knownRevision`. A
 * plan that has moved since (a person decided meanwhile) refuses, and the caller must plan again.
 */
export type SupersedePlan = {
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
