/** Cancel: from the request on nothing is dispatched; attempts under way are settled. */
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { type ChangeDeps, changeJob } from './change-job.ts';

export const createCancelJob =
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, () => ok({ type: 'RequestCancel', requestedBy: caller.userKey }));
