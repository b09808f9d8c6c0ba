/**
 * A call that starts a job by itself, outside any plan. One machine has the steps of all such calls: key, credits,
 * content, queue, answer. An operation says what job it wants.
 *
 * Some calls wait for the end of their job. The same reactions as of any other job carry it on. So a client that goes
 * away, or a process that dies, loses nothing.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { heldFor } from '../../../commands/job/queries.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { newId } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { beforeSpending } from '../calls/before-spending.ts';
import { type Caller, contextOf, payerOf, whyNotMember } from '../calls/caller.ts';
import type { Idempotency, RequestKey } from '../calls/idempotency.ts';
import { refused, type Refused, type Result, type StoredAnswer } from '../calls/result.ts';
import { isHoldRefusal } from '../credits/ledger-steps.ts';
import type { Services } from '../services/services.ts';
import { withOwnKeys } from '../services/own-engines.ts';
import { jobAnswer, keptAnswer } from './job-answer.ts';
import { jobTasks, type TaskDraft } from './job-tasks.ts';
import { type JobPlan, type JobStarted, ONLY_START, startJob, whyNotPayable } from './start-job.ts';

export type CallDeps = Services & { readonly timers: Pick<Timers, 'sleep'> };

/** The use case of an operation. */
export type JobCall<I, D extends CallDeps = CallDeps> = (
  services: D,
) => (caller: Caller, input: I, idempotency: Idempotency | null) => Promise<Result<StoredAnswer>>;

export type Wanted = Pick<JobPlan, 'kind' | 'operation' | 'projectId' | 'settle' | 'engines'> & {
  /** Kept as an artifact; the inputs of the tasks are made of it. */
  readonly content: unknown;
  readonly tasks: readonly TaskDraft[];
};

/** `want`: under the workspace's own keys at providers. Its refusals come before anything is claimed. */
export const answerCall = async <D extends CallDeps>(
  services: D,
  caller: Caller,
  key: RequestKey,
  want: (deps: D) => Promise<Result<Wanted>>,
): Promise<Result<StoredAnswer>> => {
  const known = await key.peek();
  if (known !== null) return known;
  const deps = await withOwnKeys(services, caller.workspaceId);
  const wanted = await want(deps);
  if (wanted.kind === 'refused') return wanted;
  // It may have waited minutes for the host of a sound or a picture.
  const removed = await whyNotMember(deps, caller);
  if (removed !== undefined) return removed;
  const jobId = newId('job', deps.ids);
  const started = await start(deps, caller, key, jobId, wanted.value);
  return 'kind' in started ? started : answer(deps, caller, key, jobId, started);
};

/** A result is the answer of the call. */
const start = async (
  deps: Services,
  caller: Caller,
  key: RequestKey,
  jobId: string,
  wanted: Wanted,
): Promise<Result<StoredAnswer> | JobState> => {
  const { workspaceId } = caller;
  const asked = { jobId, plan: planOf(deps, workspaceId, wanted), ...payerOf(caller) };
  const unpayable = await whyNotPayable(deps, asked);
  if (unpayable !== undefined) return key.release(refused(unpayable.code, undefined, unpayable.detail));
  const claimed = await key.claim(jobId, null);
  if (claimed !== null) return claimed;
  deps.commands.begin(jobDecider, jobStream(jobId));
  const contentHash = await beforeSpending(deps.artifacts.put(workspaceId, wanted.content));
  const started = await startJob(deps, { ...asked, plan: { ...asked.plan, contentHash } }, contextOf(caller));
  return started.kind === 'refused' ? key.release(notStarted(started)) : started.job;
};

/** Before its content is kept. */
const planOf = ({ prices }: Services, workspaceId: string, { content: _content, ...wanted }: Wanted): JobPlan => {
  const tasks = [...jobTasks(prices, wanted.engines, wanted.tasks)];
  const requiredCredits = tasks.reduce((sum, task) => sum + heldFor(task), 0);
  return { ...wanted, workspaceId, n: ONLY_START, contentHash: '', storyboard: null, requiredCredits, tasks };
};

const notStarted = ({ reason, detail }: JobStarted & { readonly kind: 'refused' }): Refused =>
  isHoldRefusal(reason)
    ? refused(reason, undefined, detail)
    : refused('outcome_unknown', 'this call took too long to start and was given up: ask again');

/** At once, or when the job has ended. */
const answer = async (
  deps: CallDeps,
  caller: Caller,
  key: RequestKey,
  jobId: string,
  started: JobState,
): Promise<Result<StoredAnswer>> => {
  const { commands, clock, timers } = deps;
  const now = async (): Promise<JobState> => (await commands.read(jobDecider, jobStream(jobId))).state;
  const until = clock.monotonic() + limits.syncCallTimeoutMs;
  let waitMs: number = limits.syncPollMinMs;
  for (let job = started; ; job = await now()) {
    const found = await jobAnswer(deps, jobId, job);
    if (found !== undefined) {
      const isRefused = 'kind' in found && key.stream === null;
      return isRefused ? found : key.answer(keptAnswer(found, caller.correlationId));
    }
    if (clock.monotonic() >= until) {
      return refused('outcome_unknown', `the work goes on without this call: ${whatNext(key)}`, { jobId });
    }
    await timers.sleep(waitMs);
    waitMs = Math.min(waitMs * 2, limits.syncPollMaxMs);
  }
};

const whatNext = ({ stream }: RequestKey): string =>
  stream === null
    ? 'look for this jobId among the jobs; the same call again, without an Idempotency-Key, would be paid for again'
    : 'ask again with the same Idempotency-Key';
