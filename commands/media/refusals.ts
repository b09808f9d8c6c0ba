import type { Refusal } from '../../src/kernel/decider.ts';

export type MediaRefusal = Refusal<
  /** The work is queued, under the hold that the state tells. */
  | 'already_queued'
  /** The work was refused, for good. */
  | 'already_refused'
  /** There is no such work: never queued, or refused. Clients know it as a job. */
  | 'job_not_found'
  /** The attempt is not the scene's current one, or was settled otherwise. */
  | 'attempt_not_current'
  /** Another holds the attempt. */
  | 'lease_held'
  /** The result came under an epoch that another claim has ended. */
  | 'stale_epoch'
  /** Scenes are still under way or to be dispatched. */
  | 'not_finished'
>;
