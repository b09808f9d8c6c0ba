/** Attempts of a job that a person may resolve. A job has few tasks under way, so there are few of them. */
import { isInDoubt } from '../../../commands/job/queries.ts';
import type { TaskState } from '../../../commands/job/state.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { Services } from '../services/services.ts';
import { ownJob } from './own-job.ts';

export const createListDoubts =
  (deps: Pick<Services, 'commands'>) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> => {
    const job = await ownJob(deps, caller, jobId);
    if (job.kind === 'refused') return job;
    return ok({ ok: true, doubts: job.value.tasks.filter(isInDoubt).map(doubtOf) });
  };

const doubtOf = ({ taskId, makes, attempt, attemptKey, engine, ref, dueAt }: TaskState): Body => ({
  taskId,
  makes,
  attempt,
  attemptKey,
  engine,
  ref,
  waitsUntil: dueAt,
});
