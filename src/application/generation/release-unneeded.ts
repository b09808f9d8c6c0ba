/**
 * Parts that ended jobs keep for frames in human review go back once nobody can decide on those frames any more: sent
 * to repair, expired, taken by a repair, or the plan superseded. One rule, whatever led there, however often it runs.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { isSentToRepair } from '../../../commands/plan/state.ts';
import type { PlanState } from '../../../commands/plan/state.ts';
import type { ProjectState } from '../../../commands/project/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { CommandContext } from '../handle-command.ts';
import { releaseHold } from './ledger-steps.ts';
import type { LedgerDeps } from './ledger-steps.ts';

export const releaseUnneeded = async (
  deps: LedgerDeps,
  project: ProjectState,
  planId: string,
  plan: PlanState,
  context: CommandContext,
): Promise<void> => {
  const { workspaceId } = project;
  assert(workspaceId !== null, 'a plan belongs to a project that exists');
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  for (const { jobId } of project.claims.filter((claim) => claim.planId === planId)) {
    const { state: job } = await deps.commands.read(jobDecider, jobStream(jobId));
    if (job.details === null) continue;
    const { holdId } = job.details;
    const back = openParts(ledger, holdId)
      .map(({ partId }) => partId)
      .filter((partId) => job.frames.get(partId)?.status === 'human_review' && !isKept(plan, partId, jobId));
    if (back.length > 0) await releaseHold(deps, workspaceId, holdId, 'review_over', context, back);
  }
};

/** A person may still accept the frame as this job left it, or has, and the debit is on its way. */
const isKept = (plan: PlanState, requirementId: string, jobId: string): boolean => {
  const frame = plan.frames.find((candidate) => candidate.requirementId === requirementId);
  if (frame === undefined) return false;
  if (frame.review?.decision === 'accept') return frame.review.jobId === jobId;
  if (plan.supersededBy !== null || frame.expired || isSentToRepair(frame)) return false;
  return frame.repairJobId === null || frame.repairJobId === jobId;
};
