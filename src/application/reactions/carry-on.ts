/** Routes the steps that an open-work document owes: each kind belongs to the role that has the means for it. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { isAwaited, taskIn } from '../../../commands/job/queries.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { openHoldsOf } from '../../../commands/ledger/queries.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type {
  JobWork,
  LaneWork,
  OpenWorkDocument,
  PollWork,
  RequestWork,
  WorkKind,
} from '../../../projections/open-work/document.ts';
import { releaseHold } from '../credits/ledger-steps.ts';
import { carriedAt, nowText, systemContext, type SystemContext } from '../services/services.ts';
import { endWorkspace } from '../tenancy/end-workspace.ts';
import { carryJobOn } from './carry-job-on.ts';
import { carryPlanOn } from './carry-plan-on.ts';
import { dispatchTask } from './dispatch-task.ts';
import { askOnceMore, pollAttempt } from './poll-attempt.ts';
import type { ReactionDeps, Role } from './reactions.ts';
import { scoreFrame } from './score-frame.ts';
import { settleDecided } from './settle-job.ts';
import type { CarriedOn, OwedWork } from './supervise.ts';
import { dueMember } from '../../../projections/open-work/lane.ts';
import { newId } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { type RequestClaim, requestDecider } from '../../../commands/request.ts';
import { isNamedByKey } from '../calls/idempotency.ts';
import type { Answer } from '../calls/result.ts';
import { jobAnswer, keptAnswer } from '../work/job-answer.ts';
import { acceptedAnswer } from '../work/storyboard/answers.ts';
import type { StartDeps } from '../work/storyboard/start-claimed.ts';

const ENGINE_WORK: ReadonlySet<string> = new Set<WorkKind>(['task.dispatch', 'task.lease', 'task.poll']);

const roleOf = (kind: OpenWorkDocument['kind']): Role => {
  if (ENGINE_WORK.has(kind)) return 'dispatcher';
  return kind === 'task.score' ? 'scorer' : 'supervisor';
};

export const createCarryOn =
  (deps: ReactionDeps, roles: ReadonlySet<Role>) =>
  async ({ owner, body }: OwedWork): Promise<CarriedOn> => {
    if (body.kind === 'none' || !roles.has(roleOf(body.kind))) return 'not_ours';
    const correlationId = `supervise:${body.kind}`;
    const context = systemContext(owner, 'supervise', correlationId);
    const step: Step<never> = steps[body.subject];
    return (await step(deps, body as never, context)) ?? 'done';
  };

/** Asks about all attempts of a job that are due. An engine that works on is asked again when it wishes to be. */
const pollTasks = async (deps: ReactionDeps, work: PollWork, context: SystemContext): Promise<CarriedOn | void> => {
  const until = carriedAt(deps.clock, work.dueAt);
  const due = work.tasks.filter(({ pollAt }) => pollAt <= until);
  const stream = jobStream(work.jobId);
  const waits = await Promise.all(due.map(async ({ taskId }) => pollAttempt(deps, { stream, taskId, context })));
  const again = waits.filter((ms) => ms !== undefined);
  return again.length === 0 ? undefined : { againAfterMs: Math.min(...again) };
};

const askAboutLate = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const until = carriedAt(deps.clock, work.dueAt);
  const late = work.tasks.filter((task) => isAwaited(task) && task.dueAt <= until);
  const stream = jobStream(work.jobId);
  await Promise.all(late.map(async ({ taskId }) => askOnceMore(deps, { stream, taskId, context })));
};

const carryJobWorkOn = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  if (ENGINE_WORK.has(work.kind) || work.kind === 'task.score') {
    await makeTasksMove(deps, work, context);
    return;
  }
  if (work.kind === 'review.expire') await expireReviews(deps, work, context);
  await askAboutLate(deps, work, context);
  const { jobId, projectId, kind, dueAt } = work;
  await carryJobOn(deps, { jobId, projectId, isAsked: true, ...(DATED.has(kind) ? { dueAt } : {}) }, context);
  if (work.kind === 'task.settle' || work.kind === 'hold.release') await settleDecided(deps, work.jobId, context);
  if (work.looseHolds.length > 0) await releaseLooseHolds(deps, work, context);
  if (work.planId !== null) await carryPlanOn(deps, work.planId, context);
};

/** Steps that the job's own decision puts off until a date. */
const DATED: ReadonlySet<WorkKind | 'none'> = new Set<WorkKind>(['task.retry', 'task.unknown']);

/**
 * Holds that the job's decision does not name. The document only says that there may be some: it may be older than the
 * decision, so the streams tell which they are. While the claim is open its start decides on them.
 */
const releaseLooseHolds = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(context.workspaceId));
  const { state: job } = await deps.commands.read(jobDecider, jobStream(work.jobId));
  if (job.details === null && (await isClaimed(deps, work))) return;
  for (const { holdId } of openHoldsOf(ledger, work.jobId)) {
    if (holdId !== job.details?.holdId) await releaseHold(deps, context.workspaceId, holdId, 'start_lost', context);
  }
};

const isClaimed = async ({ commands }: ReactionDeps, { jobId, projectId }: JobWork): Promise<boolean> => {
  if (projectId === null) return false;
  const { state: project } = await commands.read(projectDecider, projectStream(projectId));
  return project.open?.jobId === jobId;
};

/** Tasks whose dispatch or score was lost on its way: done here, by the very functions that the messages lead to. */
const makeTasksMove = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { state: job } = await deps.commands.read(jobDecider, jobStream(work.jobId));
  const until = carriedAt(deps.clock, work.dueAt);
  const owed = work.tasks.filter(({ status, dueAt }) => STEPS_OF[work.kind]?.has(status) === true && dueAt <= until);
  await Promise.all(owed.map(async ({ taskId }) => makeTaskMove(deps, work, job, taskId, context)));
};

const STEPS_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  'task.dispatch': new Set(['dispatched', 'claimed']),
  'task.lease': new Set(['dispatched', 'claimed']),
  'task.score': new Set(['rendered']),
};

const makeTaskMove = async (
  deps: ReactionDeps,
  { jobId, kind: owed }: JobWork,
  job: JobState,
  taskId: string,
  context: SystemContext,
): Promise<void> => {
  const task = taskIn(job, taskId);
  if (task === undefined || task.attemptKey === null || job.details === null) return;
  const { attemptKey, engine } = task;
  const attempt = { stream: jobStream(jobId), attemptKey, context };
  if (owed === 'task.score') {
    await scoreFrame(deps, attempt, () => true);
    return;
  }
  await dispatchTask(deps, { ...attempt, kind: job.details.kind, engine: engine ?? '' }, () => true);
};

const expireReviews = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { planId, taskId, jobId } = work;
  if (planId === null || taskId === null) return;
  const command = { type: 'ExpireReview', requirementId: taskId, jobId } as const;
  await deps.commands.handle(planDecider, planStream(planId), command, context);
};

/**
 * The due attempts of one destination, one after another in their order. A failed one ends the step: a receiver that
 * fails or hangs leaves its place to other destinations. One that takes them slowly has more steps: what comes during
 * one is refused, where it is too much, at the beginning of the next.
 */
export const carryLaneOn = async (
  { deliveries, clock, stopping }: Pick<ReactionDeps, 'deliveries' | 'clock' | 'stopping'>,
  { members: all, dueAt }: LaneWork,
  context: SystemContext,
): Promise<CarriedOn | void> => {
  const until = carriedAt(clock, dueAt);
  const endsAt = clock.monotonic() + limits.deliveryStepMs;
  let members = all;
  // News are requested without a look at the ones that wait.
  for (const { deliveryId: id, index } of members.slice(limits.deliveriesOpenPerDestinationMax)) {
    await deliveries.refuse({ workspaceId: context.workspaceId, id }, index, context);
  }
  for (let next = dueMember(members, until); next !== undefined; next = dueMember(members, until)) {
    const { deliveryId: id, index, round } = next;
    if (stopping.aborted) return undefined;
    if (clock.monotonic() >= endsAt) return { againAfterMs: 0 };
    if (await deliveries.attemptNext({ workspaceId: context.workspaceId, id }, { index, round }, context)) break;
    const ended = next;
    members = members.filter((one) => one !== ended);
  }
  return undefined;
};

/**
 * Keys whose claimer is late: the start is carried to its decision, then the key is answered or freed. So no client
 * gets 425 for ever. A slow claimer loses the append and says so.
 */
export const answerRequest = async (deps: StartDeps, work: RequestWork, context: SystemContext): Promise<CarriedOn> => {
  const stream = streamOf(work);
  const { state } = await deps.commands.read(requestDecider, stream);
  if (state.status !== 'claimed' || state.claims !== work.n) return 'done';
  const answer = await answerOf(deps, work, state.claim, context);
  if (answer === 'under_way') return { againAfterMs: limits.openWorkRetryMinMs };
  const command =
    answer === null
      ? ({ type: 'ReleaseRequest', n: work.n, reason: 'abandoned', keepsBody: isNamedByKey(work.targetId) } as const)
      : ({ type: 'AnswerRequest', n: work.n, ...answer } as const);
  await deps.commands.handle(requestDecider, stream, command, context);
  return 'done';
};

type Step<W> = (deps: ReactionDeps, work: W, context: SystemContext) => Promise<CarriedOn | void>;

/** Of each subject. Without an answer the step is done. */
const steps: { readonly [S in OpenWorkDocument['subject']]: Step<Extract<OpenWorkDocument, { readonly subject: S }>> } =
  {
    job: carryJobWorkOn,
    polls: pollTasks,
    plan: async (deps, { planId }, context) => carryPlanOn(deps, planId, context),
    request: answerRequest,
    delivery: async ({ deliveries }, { deliveryId: id }, context) =>
      deliveries.clear({ workspaceId: context.workspaceId, id }, context),
    lane: carryLaneOn,
    upload: async ({ uploads, clock }, { uploadId, dueAt }) => uploads.clear(uploadId, carriedAt(clock, dueAt)),
    // Where paid credits are left, it waits for its owner's word.
    workspace: async (deps, { workspaceId, begunBy: byUserKey, forfeit }, context) =>
      void (await endWorkspace({ ...deps, objects: deps.sealed }, { workspaceId, byUserKey, forfeit }, context)),
    ledger: async ({ commands, clock, ids }, { workspaceId }, context) => {
      const command = { type: 'ExpireCredits', entryId: newId('ent', ids), now: nowText(clock) } as const;
      await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
    },
  };

const streamOf = ({ requestId }: RequestWork): string => `request-${requestId}`;

const answerOf = async (
  deps: StartDeps,
  work: RequestWork,
  { operation, existing = false }: RequestClaim,
  context: SystemContext,
): Promise<Answer | 'under_way' | null> => {
  const { targetId: jobId, projectId } = work;
  if (isNamedByKey(jobId)) return null;
  await carryJobOn(deps, { jobId, projectId }, context);
  const { state: job } = await deps.commands.read(jobDecider, jobStream(jobId));
  // Its start never got as far as a job.
  if (job.details === null) return null;
  if (job.details.kind === 'storyboard') {
    const { request } = job.details.storyboard ?? {};
    // Another call may have been first to claim for the job, after this one had taken its key.
    const isAnothers = request !== undefined && request !== streamOf(work);
    return acceptedAnswer(operation, jobId, job, existing || isAnothers);
  }
  const answer = await jobAnswer(deps, jobId, job);
  // The request of the client is not known here: the key names it, as its stream does.
  return answer === undefined ? 'under_way' : keptAnswer(answer, `rid_${work.requestId}`);
};
