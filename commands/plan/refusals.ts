import type { Refusal } from '../../src/kernel/decider.ts';

export type PlanRefusal = Refusal<
  /** There is no such plan. */
  | 'plan_not_found'
  /** A later manifest has begun to generate. */
  | 'plan_superseded'
  /** All frames are accepted and certified. */
  | 'plan_certified'
  /** Nobody decided in time: the credits of the frame went back. */
  | 'review_expired'
  /** A person has decided so often on this picture that its accept stands. */
  | 'decision_limit_reached'
  /** There is no score to decide on, or the frame is being made anew. */
  | 'qa_report_missing'
  /** The ladder's attempts and those that a person may ask for are used: nothing could carry a repair out. */
  | 'repair_limit_reached'
  /** A person has accepted the frame, and its job does not say so yet: what it costs is still to be paid. */
  | 'accept_pending'
  /** The plan stands elsewhere than where the caller's checks were made. */
  | 'plan_moved'
  /** A person has not accepted every frame. */
  | 'not_all_accepted'
>;
