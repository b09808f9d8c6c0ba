/**
 * Settling: what is accepted is paid, and parts that cannot be needed are released. Only then the job is final. Parts
 * that it never began are released after that (decision 0038), and then its storyboard is free. Each step is
 * idempotent; the supervisor and the consumer run the same code.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import {
  chargedCredits,
  distinctKeys,
  isAtItsEnd,
  isFinal,
  isWhole,
  providerCostsOf,
  taskIn,
  waitsForAccept,
  WHOLE,
} from '../../../commands/job/queries.ts';
import type { JobDetails, JobState, TaskState } from '../../../commands/job/state.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { type OpenPart, openParts } from '../../../commands/ledger/queries.ts';
import type { LedgerState } from '../../../commands/ledger/state.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type { ExpectedRevision } from '../../kernel/position.ts';
import { debitPart, type LedgerDeps, releaseHold } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { releaseUnneeded } from '../work/storyboard/release-unneeded.ts';

/**
 * One accepted task is paid out of its part of the hold, once: the ledger after that. A task has no part in a job that
 * is paid as a whole.
 */
export const settleTask = async (
  deps: LedgerDeps,
  { workspaceId, holdId, settle }: JobDetails,
  task: Pick<TaskState, 'taskId' | 'creditsCharged' | 'renderedKeys' | 'ownKeys' | 'providerCosts'>,
  context: CommandContext,
): Promise<LedgerState | undefined> => {
  if (settle === 'whole') return undefined;
  const { taskId: partId, creditsCharged: amount, renderedKeys: attemptKeys, ownKeys, providerCosts } = task;
  const debit = { holdId, partId, amount, attemptKeys, ownKeys, providerCosts };
  return debitPart(deps, workspaceId, debit, context);
};

/**
 * Pays and gives back whatever is due now, and ends the job when nothing of it can go on. `since`: the revision at
 * which the caller has seen the job; `ledger`: as the caller has left it after the hold was made.
 */
export const settleJob = async (
  deps: LedgerDeps,
  jobId: string,
  context: CommandContext,
  since?: ExpectedRevision,
  ledger?: LedgerState,
): Promise<void> => {
  const { commands } = deps;
  const stream = jobStream(jobId);
  if (!isDue((await commands.readSince(jobDecider, stream, since)).state)) return;
  // The next writes go to the ledger, where no revision of the job protects them: they rest on the job's present state.
  const { state: job } = await commands.read(jobDecider, stream);
  const { details } = job;
  if (details === null || !isDue(job)) return;
  const parts = ledger === undefined ? await partsToSettle(deps, details) : openParts(ledger, details.holdId);
  const kept = parts.filter(({ partId }) => mayYetBegin(job, taskIn(job, partId)));
  const isOver: IsOver = (task) => !(task && waitsForAccept(task)) && !mayYetBegin(job, task);
  if (details.settle === 'whole') await settleWhole(deps, job, details, parts, context);
  else await settleParts(deps, job, details, parts, isOver, context);
  await releaseOfClosedPlan(deps, job, details, context);
  const finished = await commands.handle(jobDecider, stream, { type: 'FinishJob' }, context);
  if (finished.kind === 'refused') return;
  await giveBack(deps, details, finished.state, neverBegun(finished.state, kept), context);
  if (details.storyboard === null || details.projectId === null) return;
  const command = { type: 'EndGeneration', n: details.n, outcome: 'finished' } as const;
  await commands.handle(projectDecider, projectStream(details.projectId), command, context);
};

/** A later plan may have closed the job's plan while it ran: no person decides on the frames that wait. */
const releaseOfClosedPlan = async (
  deps: LedgerDeps,
  { tasks }: JobState,
  { storyboard }: JobDetails,
  context: CommandContext,
): Promise<void> => {
  if (storyboard === null || !tasks.some(waitsForAccept)) return;
  const { planId } = storyboard;
  const { state: plan } = await deps.commands.read(planDecider, planStream(planId));
  if (plan.supersededBy !== null) await releaseUnneeded(deps, planId, plan, context);
};

/** All or nothing: the one part is spent or goes back, by one entry. Its attempts are those of the job's stream. */
const settleWhole = async (
  deps: LedgerDeps,
  job: JobState,
  details: JobDetails,
  parts: readonly OpenPart[],
  context: CommandContext,
): Promise<void> => {
  if (parts.length === 0) return;
  const { workspaceId, holdId } = details;
  if (!isWhole(job)) return giveBack(deps, details, job, [WHOLE], context);
  const providerCosts = providerCostsOf(job)[WHOLE] ?? [];
  const ownKeys = distinctKeys(job.tasks.flatMap((task) => task.ownKeys));
  const debit = { holdId, partId: WHOLE, amount: chargedCredits(job), attemptKeys: [], ownKeys, providerCosts };
  await debitPart(deps, workspaceId, debit, context);
};

const isDue = (job: JobState): boolean => job.details !== null && (isFinal(job.status) || isAtItsEnd(job));

/**
 * Of a job that goes on: pays accepted frames, and releases parts that its start left out. Neither can change any more.
 * The messages for it come too, unless they are lost: the first owed step would then hide all later ones.
 */
export const settleDecided = async (deps: LedgerDeps, jobId: string, context: CommandContext): Promise<void> => {
  const { state: job } = await deps.commands.read(jobDecider, jobStream(jobId));
  const { details } = job;
  if (details === null || details.settle === 'whole') return;
  await settleParts(deps, job, details, await partsToSettle(deps, details), isLeftOut, context);
};

/** Whether the part of a task goes back; undefined for one that the job does not have. */
type IsOver = (task: TaskState | undefined) => boolean;

const isLeftOut: IsOver = (task) => task === undefined || task.status === 'left_out';

/** Parts of frames that a person may accept stay open: the accept is paid out of them. */
const settleParts = async (
  deps: LedgerDeps,
  job: JobState,
  details: JobDetails,
  parts: readonly OpenPart[],
  isOver: IsOver,
  context: CommandContext,
): Promise<void> => {
  const back: string[] = [];
  const paid: TaskState[] = [];
  for (const { partId } of parts) {
    const task = taskIn(job, partId);
    if (task?.status === 'accepted') paid.push(task);
    else if (isOver(task)) back.push(partId);
  }
  // At once: they share appends.
  await Promise.all(paid.map(async (task) => settleTask(deps, details, task, context)));
  await giveBack(deps, details, job, back, context);
};

const giveBack = async (
  deps: LedgerDeps,
  { workspaceId, holdId }: JobDetails,
  job: JobState,
  partIds: readonly string[],
  context: CommandContext,
): Promise<void> => {
  if (partIds.length === 0) return;
  await releaseHold(deps, workspaceId, holdId, 'job_ended', context, partIds, providerCostsOf(job));
};

/**
 * A person can accept the frame before it until the job is final. That lets a broken chain go on. The part is released
 * only after that: otherwise the frame would be made without payment.
 */
const mayYetBegin = (job: JobState, task: TaskState | undefined): boolean =>
  task?.status === 'pending' && task.judged && !job.cancelRequested && !isFinal(job.status);

const neverBegun = (job: JobState, parts: readonly OpenPart[]): readonly string[] =>
  parts.flatMap(({ partId }) => (taskIn(job, partId)?.status === 'pending' ? [partId] : []));

/**
 * The parts of a job's hold that are open, by this process's memory. A part closes once and for good, so one that is
 * closed by now is left as it is. Only the log proves that none is open.
 */
const partsToSettle = async (
  { commands }: LedgerDeps,
  { workspaceId, holdId }: JobDetails,
): Promise<readonly OpenPart[]> => {
  const stream = ledgerStream(workspaceId);
  const known = openParts((await commands.readSince(ledgerDecider, stream, 'none')).state, holdId);
  return known.length > 0 ? known : openParts((await commands.read(ledgerDecider, stream)).state, holdId);
};
