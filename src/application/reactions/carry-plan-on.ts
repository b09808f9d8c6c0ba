/**
 * Rolls decisions forward: an accept becomes the job's FrameAccepted, then the debit, then, with the last one, the
 * certificate. A repair or an expiry releases the part that was kept for the frame.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { taskIn } from '../../../commands/job/queries.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import type { CertifyPlan, JudgedOn } from '../../../commands/plan/certify-plan.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { isAcceptedByPerson } from '../../../commands/plan/queries.ts';
import type { PlanFrame } from '../../../commands/plan/state.ts';
import { planStream } from '../../../commands/plan/stream.ts';
import type { LedgerDeps } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { nowText } from '../services/services.ts';
import { readPlanWithJobs, readStandings, type Standing, type Standings } from '../work/storyboard/frame-facts.ts';
import { releaseUnneeded } from '../work/storyboard/release-unneeded.ts';
import { settleTask } from './settle-job.ts';

export const carryPlanOn = async (deps: LedgerDeps, planId: string, context: CommandContext): Promise<void> => {
  const found = await readPlanWithJobs(deps.commands, planId);
  if (found === undefined) return;
  const { plan, jobs } = found;
  const standings = await readStandings(deps.commands, jobs);
  for (const frame of plan.frames) {
    const standing = standings.get(frame.requirementId);
    if (standing !== undefined) await rollForward(deps, frame, standing, context);
  }
  await releaseUnneeded(deps, planId, plan, context);
  if (plan.certified || plan.supersededBy !== null || !plan.frames.every(isAcceptedByPerson)) return;
  const command = {
    type: 'CertifyPlan',
    now: nowText(deps.clock),
    evidence: evidenceOf(plan.frames, standings),
  } as const;
  await deps.commands.handle(planDecider, planStream(planId), command, context);
};

const rollForward = async (
  deps: LedgerDeps,
  { review, requirementId }: PlanFrame,
  { jobId }: Standing,
  context: CommandContext,
): Promise<void> => {
  if (review?.decision !== 'accept' || review.jobId !== jobId || review.assetHash === null) return;
  await acceptFrame(deps, jobId, requirementId, review.assetHash, context);
};

const acceptFrame = async (
  deps: LedgerDeps,
  jobId: string,
  requirementId: string,
  assetHash: string,
  context: CommandContext,
): Promise<void> => {
  const command = { type: 'AcceptFrame', taskId: requirementId, assetHash } as const;
  const { state: job } = await deps.commands.handle(jobDecider, jobStream(jobId), command, context);
  const task = taskIn(job, requirementId);
  if (job.details !== null && task?.status === 'accepted') await settleTask(deps, job.details, task, context);
};

const evidenceOf = (frames: readonly PlanFrame[], standings: Standings): CertifyPlan['evidence'] => {
  const evidence = new Map<string, JudgedOn>();
  for (const { requirementId } of frames) {
    const scored = standings.get(requirementId)?.task.scored;
    if (scored) evidence.set(requirementId, { assetHash: scored.asset.hash, evidence: scored.evidence });
  }
  return evidence;
};
