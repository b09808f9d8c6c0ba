/**
 * The start of paid work from its claim on (design, "Starting paid work", steps 2 to 4): hold, supersede, decide, and
 * plan the repair. Run alike by the API and by the supervisor; each step may be repeated.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openHold } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import type { SupersededJob } from '../../../commands/plan/state.ts';
import { planStream } from '../../../commands/plan/stream.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { jobsOfManifest } from '../../../commands/project/state.ts';
import type { Claim, ProjectState } from '../../../commands/project/state.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import { heldFor } from '../../../commands/job/state.ts';
import { assert, isFault } from '../../kernel/faults.ts';
import type { CommandContext, CommandHandler } from '../log/handle-command.ts';
import type { Manifest } from '../planning/manifest.ts';
import { recalling } from '../log/recalling.ts';
import type { Services } from '../services.ts';
import { readPlans, readStandings } from './frame-facts.ts';
import { jobDetails } from './job-details.ts';
import type { Ground } from './job-details.ts';
import { holdParts, releaseHold, whyNotHeld } from './ledger-steps.ts';
import type { Held, HoldRefusal } from './ledger-steps.ts';
import { releaseUnneeded } from './release-unneeded.ts';

/** Why a start comes to nothing; the codes are those that the client sees. */
export type StartRefusal =
  HoldRefusal | (Omit<HoldRefusal, 'code'> & { readonly code: 'expected_mismatch' | 'content_lost' });

export type Started =
  { readonly kind: 'queued'; readonly job: JobState } | { readonly kind: 'refused'; readonly refusal: StartRefusal };

export type StartDeps = Pick<Services, 'commands' | 'artifacts' | 'clock' | 'ids'>;

export const startClaimed = async (
  deps: StartDeps,
  projectId: string,
  project: ProjectState,
  claim: Claim,
  context: CommandContext,
): Promise<Started> => {
  const { state: job } = await deps.commands.read(jobDecider, jobStream(claim.jobId));
  if (job.details !== null) return queued(deps, claim, job, context);
  if (job.refusedStart >= claim.n) {
    await endRefused(deps, projectId, claim, context);
    return { kind: 'refused', refusal: { code: asCode(job.refusedReason) } };
  }
  const ground = await readGround(deps, project, claim).catch(whatIsLost);
  if (ground === LOST) return refuse(deps, projectId, claim, { code: 'content_lost' }, context);
  const held = await hold(deps, ground, context);
  if (held.kind === 'refused') return refuse(deps, projectId, claim, held.refusal, context);
  const superseded = await supersede(deps, project, claim, context);
  if (!superseded) return refuse(deps, projectId, claim, { code: 'expected_mismatch' }, context);
  return decide(deps, projectId, ground, held.holdId, context);
};

/**
 * Why the credits of a claim cannot be held as the ledger stands: asked before the claim is made. What this process
 * knows is enough to go on, since the start looks again; a refusal rests on the streams as they are.
 */
export const whyNotPayable = async (
  deps: StartDeps,
  project: ProjectState,
  claim: Claim,
): Promise<HoldRefusal | undefined> => {
  const why = async (commands: Pick<CommandHandler, 'read'>): Promise<HoldRefusal | undefined> => {
    const ground = await readGround({ ...deps, commands }, project, claim);
    return whyNotHeld({ ...deps, commands }, ground.manifest.workspaceId, owedBy(ground));
  };
  const asKnown = await why(recalling(deps.commands));
  return asKnown === undefined ? undefined : why(deps.commands);
};

const LOST = 'lost';

/** A manifest that is gone, or damaged: this start can come to nothing, and planning again makes another one. */
const whatIsLost = (error: unknown): typeof LOST => {
  if (isFault(error, 'lost')) return LOST;
  throw error;
};

const readGround = async (
  deps: Pick<StartDeps, 'artifacts'> & { readonly commands: Pick<CommandHandler, 'read'> },
  project: ProjectState,
  claim: Claim,
): Promise<Ground> => {
  assert(project.workspaceId !== null, 'a claim is made on a project that exists');
  const manifest = await deps.artifacts.named<Manifest>(project.workspaceId, claim.manifestHash);
  const [plans, standings] = await Promise.all([
    readPlans(deps.commands, claim.manifestPlanIds),
    // The job of the claim itself is not decided yet: nothing stands in it.
    readStandings(
      deps.commands,
      jobsOfManifest(project, claim.manifestHash).filter(({ jobId }) => jobId !== claim.jobId),
    ),
  ]);
  const frames = new Map(
    plans.flatMap(({ state }) => state.frames.map((frame) => [frame.requirementId, frame] as const)),
  );
  return { claim, manifest, frames, standings };
};

/** Step 2: the worst case of every frame is set aside; while this claim's hold is open it is found again. */
const hold = async (deps: StartDeps, ground: Ground, context: CommandContext): Promise<Held> =>
  holdParts(deps, ground.manifest.workspaceId, owedBy(ground), context);

/** What a claim has to hold: the worst case of each of its frames. */
const owedBy = (ground: Ground) => {
  const { jobId, n } = ground.claim;
  // The hold that these details name is not among what is held.
  const parts = jobDetails(ground, '').tasks.map((task) => ({ partId: task.taskId, amount: heldFor(task) }));
  return { ownerId: jobId, n, parts };
};

/** Step 3: plans of the manifest before take no review any more. False when one has moved since it was known. */
const supersede = async (
  deps: StartDeps,
  project: ProjectState,
  claim: Claim,
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

/** Step 4: exactly one of queued and refused, decided by the append to the job's stream. */
const decide = async (
  deps: StartDeps,
  projectId: string,
  ground: Ground,
  holdId: string,
  context: CommandContext,
): Promise<Started> => {
  const { claim } = ground;
  const outcome = await deps.commands.handle(
    jobDecider,
    jobStream(claim.jobId),
    { type: 'QueueJob', details: jobDetails(ground, holdId) },
    context,
  );
  const { details } = outcome.state;
  // Whoever loses this append takes the winner's outcome; a hold that it does not name goes back.
  if (details?.holdId !== holdId) await releaseHold(deps, ground.manifest.workspaceId, holdId, 'start_lost', context);
  if (details !== null) return queued(deps, claim, outcome.state, context);
  await endRefused(deps, projectId, claim, context);
  return { kind: 'refused', refusal: { code: asCode(outcome.state.refusedReason) } };
};

const refuse = async (
  deps: StartDeps,
  projectId: string,
  claim: Claim,
  refusal: StartRefusal,
  context: CommandContext,
): Promise<Started> => {
  const command = { type: 'RefuseJob', n: claim.n, reason: refusal.code } as const;
  const outcome = await deps.commands.handle(jobDecider, jobStream(claim.jobId), command, context);
  if (outcome.kind === 'refused') return queued(deps, claim, outcome.state, context);
  await endRefused(deps, projectId, claim, context);
  return { kind: 'refused', refusal };
};

/** A repair's frames take no decision from here on; before this nothing of it is dispatched. */
const queued = async (deps: StartDeps, claim: Claim, job: JobState, context: CommandContext): Promise<Started> => {
  if (claim.repairPlanId !== null) {
    const { repairPlanId, n, jobId, requirementIds } = claim;
    const command = { type: 'PlanRepair', repairPlanId, n, jobId, requirementIds } as const;
    const { state: plan } = await deps.commands.handle(planDecider, planStream(claim.planId), command, context);
    await releaseUnneeded(deps, claim.planId, plan, context);
  }
  return { kind: 'queued', job };
};

const endRefused = async (deps: StartDeps, projectId: string, claim: Claim, context: CommandContext): Promise<void> => {
  const { workspaceId } = context;
  assert(workspaceId !== undefined, 'paid work belongs to a workspace');
  const { state } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  const open = openHold(state, claim.jobId, claim.n);
  if (open !== undefined) await releaseHold(deps, workspaceId, open.holdId, 'start_refused', context);
  const command = { type: 'EndGeneration', n: claim.n, outcome: 'refused' } as const;
  await deps.commands.handle(projectDecider, projectStream(projectId), command, context);
};

const asCode = (reason: string | null): StartRefusal['code'] =>
  reason === 'insufficient_credits' || reason === 'too_many_open_holds' || reason === 'content_lost'
    ? reason
    : 'expected_mismatch';
