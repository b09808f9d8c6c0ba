import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { certifyPlan, type CertifyPlan } from './certify-plan.ts';
import { expireReview, type ExpireReview } from './expire-review.ts';
import { planRepair, type PlanRepair } from './plan-repair.ts';
import { preparePlan, type PreparePlan } from './prepare-plan.ts';
import type { PlanRefusal } from './refusals.ts';
import { reviewFrames, type ReviewFrames } from './review-frames.ts';
import { evolve } from './evolve.ts';
import { initial, type PlanState } from './state.ts';
import { supersedePlan, type SupersedePlan } from './supersede-plan.ts';

export type PlanCommand = PreparePlan | ReviewFrames | ExpireReview | PlanRepair | SupersedePlan | CertifyPlan;

/** Photo-sequence plans: people review and certify them. */
export const planDecider: Decider<PlanState, PlanCommand, PlanEvent, PlanRefusal> = {
  category: 'plan',
  initial,
  evolve,
  decide: onCommand({
    PreparePlan: preparePlan,
    ReviewFrames: reviewFrames,
    ExpireReview: expireReview,
    PlanRepair: planRepair,
    SupersedePlan: supersedePlan,
    CertifyPlan: certifyPlan,
  }),
};
