/** The attempt that a job dispatches when a place of its window is free, as far as its state tells. */
import { attemptKeyOf, firstEngine } from './ladder.ts';
import { isGrounded } from './queries.ts';
import type { JobState, TaskState } from './state.ts';

export type NextUp = { readonly task: TaskState; readonly attemptKey: string; readonly engine: string };

/**
 * The first pending task, past those whose attempts are `spoken` for. Undefined where none may go. A guess: the stream
 * decides, and a failed frame of the window may go first.
 */
export const nextUp = (job: JobState, isSpoken: (attemptKey: string) => boolean): NextUp | undefined => {
  const { details, status, cancelRequested, paused } = job;
  if (details === null || status !== 'running' || cancelRequested || paused) return undefined;
  for (const task of job.tasks) {
    if (task.status !== 'pending') continue;
    if (task.checkpoint) return undefined;
    const attempt = task.attempt + 1;
    const attemptKey = attemptKeyOf(details.holdId, task.index, attempt, 0);
    if (attempt > task.attemptsMax || isSpoken(attemptKey) || !isGrounded(job, task)) continue;
    return { task, attemptKey, engine: task.engine ?? firstEngine(details, task, attempt) };
  }
  return undefined;
};
