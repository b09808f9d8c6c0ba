/**
 * Rolls decisions forward: an accept becomes the job's FrameAccepted, then the debit, then, with the last one, the
 * certificate. A repair or an expiry releases the part that was kept for the frame.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { taskIn } from '../../../commands/job/queries.ts';
import type { CertifyPlan, JudgedOn } from '../../../commands/plan/certify-plan.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { isAcceptedByPerson, type PlanDetails, type PlanFrame } from '../../../commands/plan/state.ts';
import type { ProjectState } from '../../../commands/project/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { LedgerDeps } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { nowText } from '../services/services.ts';
import {
  type PlanWithJobs,
  readPlanWithJobs,
  readStandings,
  type Standing,
  type Standings,
} from '../work/storyboard/frame-facts.ts';
import type { Manifest } from '../work/storyboard/manifest.ts';
import { releaseUnneeded } from '../work/storyboard/release-unneeded.ts';
import type { StartDeps } from '../work/storyboard/start-claimed.ts';
import { hasPlace, isOutdated, takeOver } from '../work/storyboard/take-over.ts';
import { settleTask } from './settle-job.ts';

export const carryPlanOn = async (deps: StartDeps, planId: string, context: CommandContext): Promise<void> => {
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
  if (!(await mayBeCertified(deps, planId, found, context))) return;
  const command = {
    type: 'CertifyPlan',
    now: nowText(deps.clock),
    evidence: evidenceOf(plan.frames, standings),
  } as const;
  await deps.commands.handle(planDecider, planStream(planId), command, context);
};

/**
 * A certificate closes the plans before, as a decision does. A plan whose frames all came accepted by a person has no
 * decision of its own: it waits while the storyboard is another one. An outdated plan ends instead.
 */
const mayBeCertified = async (
  deps: StartDeps,
  planId: string,
  { project, plan: { details, frames } }: PlanWithJobs,
  context: CommandContext,
): Promise<boolean> => {
  assert(details !== null, 'the plan was found');
  if (await hasPlace(deps, project, details)) return true;
  if (await isOutdated(deps, project, details)) {
    if (project.open === null) await endOutdated(deps, planId, project, context);
    return false;
  }
  const isDecidedOn = frames.some(({ review }) => review !== null);
  if (!isDecidedOn && !(await isOfStoryboard(deps, project, details))) return false;
  return takeOver(deps, details, context);
};

const isOfStoryboard = async (
  { artifacts }: StartDeps,
  { storyboard }: ProjectState,
  { workspaceId, manifestHash }: PlanDetails,
): Promise<boolean> => {
  const { storyboardRevisionId } = await artifacts.named<Manifest>(workspaceId, manifestHash);
  return storyboard?.revisionId === storyboardRevisionId;
};

/** Nothing else would close it, and its certificate would be owed for ever. */
const endOutdated = async (
  { commands }: StartDeps,
  planId: string,
  { generated }: ProjectState,
  context: CommandContext,
): Promise<void> => {
  if (generated === null) return;
  const { revision } = await commands.read(planDecider, planStream(planId));
  if (revision === 'none') return;
  const by = { byManifestHash: generated.manifestHash, byJobId: null };
  const command = { type: 'SupersedePlan', ...by, knownRevision: revision, jobs: [] } as const;
  await commands.handle(planDecider, planStream(planId), command, context);
};

const rollForward = async (
  deps: LedgerDeps,
  { review, requirementId }: PlanFrame,
  { jobId }: Standing,
  context: CommandContext,
): Promise<void> => {
  if (review?.decision !== 'accept' || review.jobId !== jobId || review.assetHash === null) return;
  const command = { type: 'AcceptFrame', taskId: requirementId, assetHash: review.assetHash } as const;
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
