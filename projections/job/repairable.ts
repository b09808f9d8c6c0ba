/** Whether a repair would take a frame of a job, by the documents of the job and its plan. */
import { isGrounded } from '../../commands/job/queries.ts';
import type { PlanDocument, PlanFrame } from '../plan/definition.ts';
import type { JobDocument, TaskEntry } from './document.ts';

/**
 * A frame in human review waits for a person. So do the frames that a broken chain left behind it. A frame that a later
 * repair has taken is that job's. Of a completed job a person may send any frame to repair.
 */
export const isRepairable = (
  job: Pick<JobDocument, 'jobId' | 'tasks'>,
  { supersededBy, frames }: Pick<PlanDocument, 'supersededBy' | 'frames'>,
): boolean =>
  supersededBy === null &&
  job.tasks.some((task) => {
    const frame = frames.find(({ requirementId }) => requirementId === task.taskId);
    return frame !== undefined && isTaken(job, task, frame);
  });

const isTaken = (
  job: Pick<JobDocument, 'jobId' | 'tasks'>,
  task: TaskEntry,
  { decision, repair, expired }: PlanFrame,
): boolean => {
  // A review takes no repair without an attempt left for it.
  if (decision !== null) return decision.decision === 'repair';
  if (repair !== null && repair.jobId !== job.jobId) return false;
  return isLeft(task, expired) && isGrounded(job, task);
};

const isLeft = ({ status, attempts, attemptsMax }: TaskEntry, expired: boolean): boolean => {
  if (status === 'pending') return true;
  const isOver = status === 'failed' || (status === 'human_review' && expired);
  return isOver && (attempts.at(-1)?.attempt ?? 0) < attemptsMax;
};
