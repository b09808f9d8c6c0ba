/** A person's decision at a checkpoint: the job goes on, or is made of what there is. A repeat is answered. */
import { checkpointOf } from '../../../commands/job/decide-checkpoint.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { type ChangeDeps, changeJob } from './change-job.ts';

export type CheckpointInput = {
  readonly decision: 'continue' | 'stop';
  /** The task of the checkpoint that the person saw; without it, the one that the job waits at. */
  readonly before?: string;
};

export const createDecideCheckpoint =
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string, { decision, before: named }: CheckpointInput): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, (job) => {
      const before = named ?? checkpointOf(job);
      if (before === undefined) return refused(isFinal(job.status) ? 'job_not_active' : 'checkpoint_not_waiting');
      return ok({ type: 'DecideCheckpoint', before, decision, decidedBy: caller.userKey });
    });
