/** A job of the caller's workspace, as its stream tells. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import type { JobState } from '../../../commands/job/state.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';

export const ownJob = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  jobId: string,
): Promise<Result<JobState>> => {
  const { state } = await commands.read(jobDecider, jobStream(jobId));
  if (state.details === null) return refused('job_not_found', `there is no job ${jobId}`);
  return state.details.workspaceId === workspaceId ? ok(state) : foreign('job', jobId);
};
