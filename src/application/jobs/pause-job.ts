/** Pause and resume: in between nothing is dispatched or claimed; attempts under way finish and are settled. */
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { type ChangeDeps, changeJob } from './change-job.ts';

export const createPauseJob =
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, () => ok({ type: 'PauseJob', requestedBy: caller.userKey }));

export const createResumeJob =
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, () => ok({ type: 'ResumeJob', requestedBy: caller.userKey }));
