/**
 * Ended jobs keep parts for frames in human review. They are released once no person can decide on those frames any
 * more: sent to repair, expired, taken by a repair, or the plan superseded. One idempotent rule covers all of these.
 */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import { providerCostsOf, taskIn } from '../../../../commands/job/queries.ts';
import type { JobState } from '../../../../commands/job/state.ts';
import { ledgerDecider, ledgerStream } from '../../../../commands/ledger/decider.ts';
import { planDecider, planStream } from '../../../../commands/plan/decider.ts';
import { isSentToRepair, type PlanState } from '../../../../commands/plan/state.ts';
import { assert } from '../../../kernel/faults.ts';
import { type LedgerDeps, releaseHold } from '../../credits/ledger-steps.ts';
import type { CommandContext } from '../../log/command-handler.ts';

/** `plan`: its details never change. Decisions on its frames are read here. */
export const releaseUnneeded = async (
  deps: LedgerDeps,
  planId: string,
  plan: Pick<PlanState, 'details'>,
  context: CommandContext,
): Promise<void> => {
  const { details } = plan;
  assert(details !== null, 'kept parts are for frames of a plan');
  const { workspaceId } = details;
  const frames = new Set(details.frames.map(({ requirementId }) => requirementId));
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  for (const { holdId, ownerId: jobId, parts } of ledger.holds) {
    const own = parts.map(({ partId }) => partId).filter((partId) => frames.has(partId));
    if (own.length === 0) continue;
    const { state: job } = await deps.commands.read(jobDecider, jobStream(jobId));
    // An unchanged frame has the same id in every plan; and a hold that the job does not name is no business of it.
    if (job.details?.storyboard?.planId !== planId || job.details.holdId !== holdId) continue;
    const back = await unkept(deps, { planId, jobId, waiting: own.filter((id) => isWaiting(job, id)) });
    if (back.length === 0) continue;
    await releaseHold(deps, workspaceId, holdId, 'review_over', context, back, providerCostsOf(job));
  }
};

const isWaiting = (job: JobState, taskId: string): boolean => taskIn(job, taskId)?.status === 'human_review';

type Waiting = { readonly planId: string; readonly jobId: string; readonly waiting: readonly string[] };

/**
 * A decision is about the frame as a job left it, so job and plan must be of one moment. The plan is read after the
 * job: a repair is planned before its frames wait, so the plan names that job. The job is read once more after it: an
 * accept may have come meanwhile, and its debit be due.
 */
const unkept = async ({ commands }: LedgerDeps, { planId, jobId, waiting }: Waiting): Promise<readonly string[]> => {
  if (waiting.length === 0) return [];
  const { state: plan } = await commands.read(planDecider, planStream(planId));
  const over = waiting.filter((id) => !isKept(plan, id, jobId));
  if (over.length === 0) return [];
  const { state: job } = await commands.read(jobDecider, jobStream(jobId));
  return over.filter((id) => isWaiting(job, id));
};

/** A person may still accept the frame as this job left it. Or a person has, and the debit is on its way. */
const isKept = (plan: PlanState, requirementId: string, jobId: string): boolean => {
  const frame = plan.frames.find((candidate) => candidate.requirementId === requirementId);
  if (frame === undefined) return false;
  if (frame.review?.decision === 'accept') return frame.review.jobId === jobId;
  if (plan.supersededBy !== null || frame.expired || isSentToRepair(frame)) return false;
  return frame.repairJobId === null || frame.repairJobId === jobId;
};
