/** A person tells the outcome of an attempt that stayed unknown (decision 0116). */
import { isInDoubt, taskIn } from '../../../commands/job/queries.ts';
import { type ResolveAttempt, whyUnresolvable } from '../../../commands/job/resolve-attempt.ts';
import type { JobState, TaskState } from '../../../commands/job/state.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { storeOutput } from '../reactions/take-answer.ts';
import { nowText, type Services } from '../services/services.ts';
import { type Brought, type BroughtDeps, broughtOutput } from './brought-output.ts';
import { type ChangeDeps, changeJob, ownJob } from './change-job.ts';

type ResolveInput = Pick<ResolveAttempt, 'attemptKey' | 'note'> & {
  readonly outcome: ResolveAttempt['found']['outcome'];
  /** With the outcome `delivered`, and no other. */
  readonly asset?: Brought;
};

type ResolveDeps = ChangeDeps & BroughtDeps & Pick<Services, 'clock'>;

export const createResolveAttempt =
  (deps: ResolveDeps) =>
  async (caller: Caller, jobId: string, taskId: string, input: ResolveInput): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, async (job) => {
      const { attemptKey, outcome, note, asset } = input;
      const assetHash = asset === undefined ? null : asset.hash.replace('sha256:', '');
      const why = whyUnresolvable({ taskId, attemptKey, outcome, assetHash }, job);
      if (why !== undefined && why !== 'as_resolved') return refused(why);
      const found = outcome === 'delivered' ? await delivered(deps, caller, job, taskId, input) : ok({ outcome });
      if (found.kind === 'refused') return found;
      const resolving = { taskId, attemptKey, found: found.value, note };
      return ok({ type: 'ResolveAttempt', ...resolving, resolvedBy: caller.userKey, now: nowText(deps.clock) });
    });

/** Stored before the event that names it, as the output of an engine is. */
const delivered = async (
  deps: ResolveDeps,
  { workspaceId }: Caller,
  job: JobState,
  taskId: string,
  { attemptKey, asset: brought }: ResolveInput,
): Promise<Result<ResolveAttempt['found']>> => {
  const task = taskIn(job, taskId);
  if (task === undefined || job.details === null) return refused('task_not_found');
  if (brought === undefined) return refused('validation_failed', 'an output that is delivered is brought along');
  const output = await broughtOutput(deps, { ...task, kind: job.details.kind }, brought);
  if (output.kind === 'refused') return output;
  const { asset } = await storeOutput(deps.objects, { workspaceId, attemptKey, makes: task.makes }, output.value);
  return ok({ outcome: 'delivered', asset });
};

/** Attempts that a person may resolve. A job has few tasks under way, so there are few of them. */
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
