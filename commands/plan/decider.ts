import type { Decider, Refusal } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { certifyPlan } from './certify-plan.ts';
import { expireReview, reviewFrames } from './review-frames.ts';
import { planRepair } from './plan-repair.ts';
import { preparePlan, supersedePlan } from './lifecycle.ts';
import { evolve, initial, type PlanState } from './state.ts';
import { idFromContent } from '../../src/kernel/ids.ts';

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

export const planStream = (planId: string): string => `plan-${planId}`;

/** One part of a manifest; the same manifest always has the same plans. */
export const planIdOf = (workspaceId: string, projectId: string, manifestHash: string, part: number): string =>
  idFromContent('pln', workspaceId, projectId, manifestHash, part);

export type PlanRefusal = Refusal<
  /** There is no such plan. */
  | 'plan_not_found'
  /** A later manifest has begun to generate. */
  | 'plan_superseded'
  /** All frames are accepted and certified. */
  | 'plan_certified'
  /** The review expired: the credits of the frame were released. */
  | 'review_expired'
  /** This picture has its maximum of decisions, so its accept is final. */
  | 'decision_limit_reached'
  /** There is no score to decide on, or the frame is being made anew. */
  | 'qa_report_missing'
  /** The ladder's attempts and those that a person may ask for are used: nothing could carry a repair out. */
  | 'repair_limit_reached'
  /** A person has accepted the frame, and its job does not say so yet: its cost is still due. */
  | 'accept_pending'
  /** The plan has another revision than that of the caller's checks. */
  | 'plan_moved'
  /** A person has not accepted every frame. */
  | 'not_all_accepted'
>;
