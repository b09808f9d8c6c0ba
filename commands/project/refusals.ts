import type { Refusal } from '../../src/kernel/decider.ts';

export type ProjectRefusal = Refusal<
  /** There is no such project. */
  | 'project_not_found'
  /** `If-Match` names another revision than the present one. */
  | 'revision_mismatch'
  /** The project has another revision than that of the caller's checks: check again. */
  | 'moved'
  /** Another job holds the storyboard. */
  | 'storyboard_job_active'
  /** The plan has had as many jobs as it may have. */
  | 'too_many_jobs'
>;
