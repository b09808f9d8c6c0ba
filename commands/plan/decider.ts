import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { certifyPlan } from './certify-plan.ts';
import { expireReview } from './expire-review.ts';
import { planRepair } from './plan-repair.ts';
import { preparePlan } from './prepare-plan.ts';
import type { PlanRefusal } from './refusals.ts';
import { reviewFrames } from './review-frames.ts';
import { evolve } from './evolve.ts';
import { initial, type PlanState } from './state.ts';
import { supersedePlan } from './supersede-plan.ts';

const commands = {
  PreparePlan: preparePlan,
  ReviewFrames: reviewFrames,
  ExpireReview: expireReview,
  PlanRepair: planRepair,
  SupersedePlan: supersedePlan,
  CertifyPlan: certifyPlan,
};

export type PlanCommand = CommandIn<typeof commands>;

/** Photo-sequence plans: people review and certify them. */
export const planDecider: Decider<PlanState, PlanCommand, PlanEvent, PlanRefusal> = {
  category: 'plan',
  initial,
  evolve,
  decide: onCommand(commands),
};
