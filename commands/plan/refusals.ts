import type { Refusal } from '../../src/kernel/decider.ts';

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
