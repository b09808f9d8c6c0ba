/**
 * The start of paid work from its claim on: hold, supersede, decide, and plan the repair. Run alike by the API and by
 * the supervisor; each step may be repeated.
 */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import { planDecider, planStream } from '../../../../commands/plan/decider.ts';
import type { JobState } from '../../../../commands/job/state.ts';
import type { SupersededJob } from '../../../../commands/plan/state.ts';
import { projectDecider, projectStream } from '../../../../commands/project/decider.ts';
import { type Claim, jobsOfManifest, type ProjectState } from '../../../../commands/project/state.ts';
import { assert } from '../../../kernel/faults.ts';
import type { HoldRefusal } from '../../credits/ledger-steps.ts';
import { type CommandContext, type CommandHandler, recalling } from '../../log/command-handler.ts';
import { unlessLost } from '../../services/artifacts.ts';
import type { Services } from '../../services/services.ts';
import {
  type JobPlan,
  type JobStarted,
  refuseStart,
  releaseRefused,
  startJob,
  whyNotPayable as whyNotHeld,
} from '../start-job.ts';
import { readPlans, readStandings } from './frame-facts.ts';
import { jobPlan } from './job-details.ts';
import type { Manifest } from './manifest.ts';
import { releaseUnneeded } from './release-unneeded.ts';

export type StartDeps = Pick<Services, 'commands' | 'artifacts' | 'clock' | 'ids'>;

export const startClaimed = async (
  deps: StartDeps,
  projectId: string,
  project: ProjectState,
  claim: Claim,
  context: CommandContext,
): Promise<JobStarted> => {
  const started = await decide(deps, project, claim, context);
  if (started.kind === 'queued') {
    await closeToReview(deps, claim, started.job, context);
    return started;
  }
  const command = { type: 'EndGeneration', n: claim.n, outcome: 'refused' } as const;
  await deps.commands.handle(projectDecider, projectStream(projectId), command, context);
  return started;
};

/** Exactly one of queued and refused: the first decision stays. */
const decide = async (
  deps: StartDeps,
  project: ProjectState,
  claim: Claim,
  context: CommandContext,
): Promise<JobStarted> => {
  const { jobId, n } = claim;
  const { workspaceId } = project;
  assert(workspaceId !== null, 'a claim is made on a project that exists');
  const start = { jobId, workspaceId, n };
  // Memory may be behind: the append of the start then meets the decision.
  const { state: job } = await recalling(deps.commands).read(jobDecider, jobStream(jobId));
  if (job.details !== null) return { kind: 'queued', job };
  if (job.refusedStart >= n) {
    await releaseRefused(deps, start, context);
    return { kind: 'refused', reason: job.refusedReason ?? '' };
  }
  // A manifest that is gone, or damaged: this start fails, and planning again makes another one.
  const found = await unlessLost(readPlan(deps, project, workspaceId, claim));
  if (found === undefined) return refuseStart(deps, start, { reason: 'content_lost' }, context);
  const { plan, isClosed } = found;
  if (isClosed) return refuseStart(deps, start, { reason: 'expected_mismatch' }, context);
  const prepare = async () => {
    const mayBegin = plan.tasks.some(isFounded) && (await supersede(deps, project, claim, context));
    return mayBegin ? undefined : 'expected_mismatch';
  };
  return startJob(deps, { jobId, plan, payer: claim.payer, prepare }, context);
};

/**
 * It continues no frame that is still to be accepted. Without one such task a job makes nothing: a person has sent the
 * frame before them to repair since the claim.
 */
const isFounded = ({ after }: JobPlan['tasks'][number]): boolean => after.length === 0;

/**
 * The reason why the ledger cannot hold a claim's credits now, checked before the claim is made. The state in memory is
 * enough to go on, since the start checks again; a refusal rests on fresh streams.
 */
export const whyNotPayable = async (
  deps: StartDeps,
  project: ProjectState,
  claim: Claim,
): Promise<HoldRefusal | undefined> => {
  const { workspaceId } = project;
  assert(workspaceId !== null, 'a claim is made on a project that exists');
  const why = async (commands: Pick<CommandHandler, 'read'>): Promise<HoldRefusal | undefined> => {
    const { plan } = await readPlan({ ...deps, commands }, project, workspaceId, claim);
    return whyNotHeld({ ...deps, commands }, { jobId: claim.jobId, plan, payer: claim.payer });
  };
  const asKnown = await why(recalling(deps.commands));
  return asKnown === undefined ? undefined : why(deps.commands);
};

type ClaimedPlan = {
  /** The details of the claim's job. */
  readonly plan: JobPlan;
  /** A later plan has closed the claim's one since its checks: a person decides on none of its frames any more. */
  readonly isClosed: boolean;
};

const readPlan = async (
  deps: Pick<StartDeps, 'artifacts'> & { readonly commands: Pick<CommandHandler, 'read'> },
  project: ProjectState,
  workspaceId: string,
  claim: Claim,
): Promise<ClaimedPlan> => {
  const manifest = await deps.artifacts.named<Manifest>(workspaceId, claim.manifestHash);
  const [plans, standings] = await Promise.all([
    readPlans(deps.commands, claim.manifestPlanIds),
    // The job of the claim itself is not decided yet: it has no frames.
    readStandings(
      deps.commands,
      jobsOfManifest(project, claim.manifestHash).filter(({ jobId }) => jobId !== claim.jobId),
    ),
  ]);
  const frames = new Map(
    plans.flatMap(({ state }) => state.frames.map((frame) => [frame.requirementId, frame] as const)),
  );
  const isClosed = plans.some(({ planId, state }) => planId === claim.planId && state.supersededBy !== null);
  return { plan: jobPlan({ claim, manifest, frames, standings }), isClosed };
};

/** Plans of the manifest before take no review any more. False when one has moved since it was known. */
export const supersede = async (
  deps: Pick<StartDeps, 'commands' | 'clock' | 'ids'>,
  project: ProjectState,
  claim: Pick<Claim, 'manifestHash' | 'supersedes'> & { readonly jobId: string | null },
  context: CommandContext,
): Promise<boolean> => {
  const { manifestHash: byManifestHash, jobId: byJobId } = claim;
  for (const { planId, revision: knownRevision } of claim.supersedes) {
    const jobs = jobsOf(project, planId);
    const command = { type: 'SupersedePlan', byManifestHash, byJobId, knownRevision, jobs } as const;
    const outcome = await deps.commands.handle(planDecider, planStream(planId), command, context);
    if (outcome.kind === 'refused') return false;
    await releaseUnneeded(deps, planId, outcome.state, context);
  }
  return true;
};

/** The project forgets them when the claim ends. */
const jobsOf = ({ generated }: ProjectState, planId: string): readonly SupersededJob[] =>
  generated?.jobs.filter((job) => job.planId === planId).map(({ n, jobId }) => ({ n, jobId })) ?? [];

/** A repair's frames take no decision from here on; before this nothing of it is dispatched. */
const closeToReview = async (
  deps: StartDeps,
  { repairPlanId, n, jobId, planId }: Claim,
  { details }: JobState,
  context: CommandContext,
): Promise<void> => {
  if (repairPlanId === null || details === null) return;
  const command = { type: 'PlanRepair', repairPlanId, n, jobId, tasks: details.tasks } as const;
  const { state: plan } = await deps.commands.handle(planDecider, planStream(planId), command, context);
  await releaseUnneeded(deps, planId, plan, context);
};
