/**
 * Calls without QA: a job is started, and its end is waited for within the request. The same reactions as of any other
 * job carry it on, so a client that goes away, or a process that dies, loses nothing.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import type { JobTask } from '../../../events/job.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import type { RequestKey } from '../calls/idempotency.ts';
import { refused, type Refused, type Result } from '../calls/result.ts';
import type { StoredAnswer, Answer } from '../calls/stored-answer.ts';
import { type Services } from '../services/services.ts';
import type { TaskRequest } from './requested-content.ts';
import { type JobPlan, type JobStarted, startJob, whyNotPayable } from './start-job.ts';

export type RenderDeps = Services & { readonly timers: Timers };

/** The only start of a job that claims no project. */
export const ONLY_START = 1;

export type Wanted = Pick<JobDetails, 'kind' | 'operation' | 'projectId'> & {
  readonly engine: string;
  /** The answer of the call once its job has ended; null where nothing was made. */
  readonly answerOf: (job: JobState) => Answer | null;
  /** Whether each picture continues the one before it. */
  readonly chained: boolean;
  readonly pictures: readonly {
    readonly seed: number;
    readonly priceCredits: number;
    readonly request: TaskRequest;
  }[];
};

export const renderAndWait = async (
  deps: RenderDeps,
  caller: Caller,
  key: RequestKey,
  wanted: Wanted,
): Promise<Result<StoredAnswer>> => {
  const jobId = idFromBytes('job', deps.ids.bytes(17));
  const { workspaceId } = caller;
  const unpayable = await whyNotPayable(deps, { jobId, plan: planOf(workspaceId, wanted, '') });
  if (unpayable !== undefined) return key.release(refused(unpayable.code, undefined, unpayable.detail));
  const claimed = await key.claim(jobId, null);
  if (claimed !== null) return claimed;
  const contentHash = await deps.artifacts.put(
    workspaceId,
    wanted.pictures.map(({ request }) => request),
  );
  const plan = planOf(workspaceId, wanted, contentHash);
  const started = await startJob(deps, { jobId, plan }, contextOf(caller));
  if (started.kind === 'refused') return key.release(notStarted(started));
  const end = await waitForEnd(deps, jobId);
  if (end === undefined) {
    return refused('outcome_unknown', `the pictures are still being made: ${whatNext(key)}`, { jobId });
  }
  const answer = wanted.answerOf(end);
  if (answer !== null) return key.answer(answer);
  const failure = end.tasks[0]?.failure ?? undefined;
  return key.release(refused('render_failed', 'the picture could not be made, and nothing was charged', failure));
};

const planOf = (
  workspaceId: string,
  { kind, operation, projectId, engine, chained, pictures }: Wanted,
  contentHash: string,
): JobPlan => ({
  workspaceId,
  kind,
  operation,
  projectId,
  n: ONLY_START,
  contentHash,
  storyboard: null,
  settle: 'each',
  engines: [{ makes: 'image', names: [engine] }],
  requiredCredits: pictures.reduce((sum, { priceCredits }) => sum + priceCredits, 0),
  tasks: pictures.map(({ seed, priceCredits }, index): JobTask => ({
    taskId: taskIdOf(index),
    index,
    makes: 'image',
    after: chained && index > 0 ? [taskIdOf(index - 1)] : [],
    judged: false,
    priceCredits,
    attemptsMax: 1,
    seed,
  })),
});

const taskIdOf = (index: number): string => `frame-${index}`;

const notStarted = ({ reason, detail }: JobStarted & { readonly kind: 'refused' }): Refused =>
  reason === 'insufficient_credits' || reason === 'too_many_open_holds'
    ? refused(reason, undefined, detail)
    : refused('outcome_unknown', 'this call took too long to start and was given up: ask again');

const whatNext = ({ stream }: RequestKey): string =>
  stream === null
    ? 'look for this jobId among the jobs; the same call again, without an Idempotency-Key, would be paid for again'
    : 'ask again with the same Idempotency-Key';

/** Undefined when the work outlasts the request. */
const waitForEnd = async ({ commands, clock, timers }: RenderDeps, jobId: string): Promise<JobState | undefined> => {
  const until = clock.monotonic() + limits.syncCallTimeoutMs;
  let waitMs: number = limits.syncPollMinMs;
  while (clock.monotonic() < until) {
    const { state } = await commands.read(jobDecider, jobStream(jobId));
    if (isFinal(state.status)) return state;
    await timers.sleep(waitMs);
    waitMs = Math.min(waitMs * 2, limits.syncPollMaxMs);
  }
  return undefined;
};
