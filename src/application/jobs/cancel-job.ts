/**
 * Cancel: answered once the request is in the log. From then on nothing is dispatched; attempts under way are settled.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { type Services } from '../services/services.ts';
import { jobFromStreams } from './job-from-streams.ts';
import { jobItem } from './job-item.ts';

export const createCancelJob =
  (deps: Pick<Services, 'commands'> & Pick<ReadSide, 'streams'>) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> => {
    const { commands } = deps;
    const stream = jobStream(jobId);
    const { state } = await commands.read(jobDecider, stream);
    if (state.details === null) return refused('job_not_found', `there is no job ${jobId}`);
    if (state.details.workspaceId !== caller.workspaceId) {
      return refused('project_forbidden', `the job ${jobId} is not in the current workspace`);
    }
    const command = { type: 'RequestCancel', requestedBy: caller.userKey } as const;
    const outcome = await commands.handle(jobDecider, stream, command, contextOf(caller));
    if (outcome.kind === 'refused') return refused('job_not_active', 'the job is final');
    const found = await jobFromStreams(deps, jobId);
    assert(found !== undefined, 'the job was found a moment ago');
    return ok({ ok: true, job: jobItem(found.body) });
  };
