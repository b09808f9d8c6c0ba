/**
 * The start of a job that a call asks for by itself, outside any plan: its credits, its key, its content, its queue.
 * The same for calls that wait for the end of the job and for those that do not.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { heldFor } from '../../../commands/job/queries.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import type { JobTask } from '../../../events/job.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { beforeSpending } from '../calls/before-spending.ts';
import { type Caller, contextOf, payerOf } from '../calls/caller.ts';
import type { RequestKey } from '../calls/idempotency.ts';
import { refused, type Refused, type Result } from '../calls/result.ts';
import type { StoredAnswer } from '../calls/stored-answer.ts';
import { isHoldRefusal } from '../credits/ledger-steps.ts';
import type { Services } from '../services/services.ts';
import { type JobPlan, type JobStarted, startJob, whyNotPayable } from './start-job.ts';

/** The only start of a job that claims no project. */
export const ONLY_START = 1;

export type Wanted = Pick<JobPlan, 'kind' | 'operation' | 'projectId' | 'settle' | 'engines'> & {
  /** Kept as an artifact; the inputs of the tasks are made of it. */
  readonly content: unknown;
  readonly tasks: readonly JobTask[];
};

export type StartedCall = { readonly kind: 'started'; readonly jobId: string; readonly job: JobState };

/** Anything but `started` is the answer of the call. */
export const startCall = async (
  deps: Services,
  caller: Caller,
  key: RequestKey,
  wanted: Wanted,
): Promise<Result<StoredAnswer> | StartedCall> => {
  const jobId = idFromBytes('job', deps.ids.bytes(17));
  const { workspaceId } = caller;
  const unpayable = await whyNotPayable(deps, { jobId, plan: planOf(workspaceId, wanted, ''), ...payerOf(caller) });
  if (unpayable !== undefined) return key.release(refused(unpayable.code, undefined, unpayable.detail));
  const claimed = await key.claim(jobId, null);
  if (claimed !== null) return claimed;
  deps.commands.begin(jobDecider, jobStream(jobId));
  const contentHash = await beforeSpending(deps.artifacts.put(workspaceId, wanted.content));
  const started = await startJob(
    deps,
    { jobId, plan: planOf(workspaceId, wanted, contentHash), ...payerOf(caller) },
    contextOf(caller),
  );
  if (started.kind === 'refused') return key.release(notStarted(started));
  return { kind: 'started', jobId, job: started.job };
};

const planOf = (
  workspaceId: string,
  { kind, operation, projectId, settle, engines, tasks }: Wanted,
  contentHash: string,
): JobPlan => ({
  workspaceId,
  kind,
  operation,
  projectId,
  n: ONLY_START,
  contentHash,
  storyboard: null,
  settle,
  engines,
  requiredCredits: tasks.reduce((sum, task) => sum + heldFor(task), 0),
  tasks: [...tasks],
});

const notStarted = ({ reason, detail }: JobStarted & { readonly kind: 'refused' }): Refused =>
  isHoldRefusal(reason)
    ? refused(reason, undefined, detail)
    : refused('outcome_unknown', 'this call took too long to start and was given up: ask again');
