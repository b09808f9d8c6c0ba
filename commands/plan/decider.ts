import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { certifyPlan, type CertifyPlan } from './certify-plan.ts';
import { expireReview, type ExpireReview } from './expire-review.ts';
import { planRepair, type PlanRepair } from './plan-repair.ts';
import { preparePlan, type PreparePlan } from './prepare-plan.ts';
import type { PlanRefusal } from './refusals.ts';
import { reviewFrames, type ReviewFrames } from './review-frames.ts';
import { evolve, initial, type PlanState } from './state.ts';
import { supersedePlan, type SupersedePlan } from './supersede-plan.ts';

export type PlanCommand = PreparePlan | ReviewFrames | ExpireReview | PlanRepair | SupersedePlan | CertifyPlan;

const decide = (
  command: PlanCommand,
  state: PlanState,
  revision: ExpectedRevision,
): Decision<PlanEvent, PlanRefusal> => {
  switch (command.type) {
    case 'PreparePlan':
      return preparePlan(command, state);
    case 'ReviewFrames':
      return reviewFrames(command, state);
    case 'ExpireReview':
      return expireReview(command, state);
    case 'PlanRepair':
      return planRepair(command, state);
    case 'SupersedePlan':
      return supersedePlan(command, state, revision);
    case 'CertifyPlan':
      return certifyPlan(command, state);
    default:
      return assertNever(command);
  }
};

/** Photo-sequence plans: what people review and certify. */
export const planDecider: Decider<PlanState, PlanCommand, PlanEvent, PlanRefusal> = {
  category: 'plan',
  initial,
  evolve,
  decide,
};
