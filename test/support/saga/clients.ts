/**
 * Starts and decisions of clients in a world, each as far as the one append that makes it known. All later steps are
 * left to the supervisor of open-work.
 */
import { heldFor, isFinal, partsOf } from '../../../commands/job/queries.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { isAcceptedByPerson, isSentToRepair, type PlanFrame } from '../../../commands/plan/state.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import type { Claim } from '../../../commands/project/state.ts';
import { requestDecider } from '../../../commands/request.ts';
import type { JobTask } from '../../../events/job.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import {
  acceptedAsset,
  attemptsMade,
  factOf,
  jobsOfPlan,
  type Standing,
} from '../../../src/application/work/storyboard/frame-facts.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { addMs } from '../../../src/kernel/time.ts';
import {
  assetOf,
  batchDetailsOf,
  claimOf,
  evidenceOf,
  filmDetailsOf,
  hashOf,
  planDetailsOf,
} from '../jobs/builders.ts';
import type { SagaWorld } from './world.ts';

export const PROJECT = 'project-prj_1';
export const LEDGER = 'ledger-ws_1';
export const PLAN = 'plan-pln_1';
const DAY = 24 * 60 * 60 * 1_000;

export type Views = {
  /** Whether each frame continues the one before it. */
  readonly chain: boolean;
  readonly jobs: ReadonlyMap<string, JobDocument>;
};

/** A frame of the plan, and the last job that took it, as their streams tell them. */
type Frame = { readonly frame: PlanFrame; readonly standing: Standing | undefined };

const framesOf = (world: SagaWorld): readonly Frame[] => {
  const plan = world.read(planDecider, PLAN);
  const standings = new Map<string, Standing>();
  for (const { jobId, n } of jobsOfPlan(world.read(projectDecider, PROJECT), 'pln_1', plan)) {
    const job = world.read(jobDecider, `job-${jobId}`);
    for (const task of job.tasks) if (task.status !== 'left_out') standings.set(task.taskId, { jobId, n, job, task });
  }
  return plan.frames.map((frame) => ({ frame, standing: standings.get(frame.requirementId) }));
};

const isNew = ({ frame, standing }: Frame): boolean =>
  standing === undefined && frame.carried === null && !isSentToRepair(frame);

const isRepairable = ({ frame, standing }: Frame): boolean => {
  if (attemptsMade(standing) >= 5) return false;
  if (isSentToRepair(frame)) return true;
  if (standing === undefined || isAcceptedByPerson(frame) || !isFinal(standing.job.status)) return false;
  const { status } = standing.task;
  return status !== 'accepted' && (status !== 'human_review' || frame.expired);
};

/** A project with a plan of up to four frames, some carried. Its credits are two lots, one of which ends. */
export const found = (world: SagaWorld): void => {
  const grant = (pool: 'paid' | 'bonus', amount: number, expiresAt: string | null): void => {
    const entry = { entryId: world.newId('ent'), pool, amount, expiresAt, note: '', trial: false, now: world.now() };
    world.handle(ledgerDecider, LEDGER, { type: 'GrantCredits', ...entry });
  };
  grant('bonus', 30, addMs(world.now(), (1 + world.pick(60)) * DAY));
  grant('paid', 1 + world.pick(200), null);
  const project = { workspaceId: 'ws_1', name: 'Nightfall', script: null, storyboard: null };
  world.handle(projectDecider, PROJECT, { type: 'CreateProject', ...project });
  const details = planDetailsOf({ frames: 1 + world.pick(4) });
  const carried = new Map(
    details.frames
      .filter(() => world.chance(6))
      .map(({ requirementId }) => [
        requirementId,
        { asset: assetOf(requirementId), evidence: evidenceOf('pass'), acceptedBy: 'scorer' as const, decision: null },
      ]),
  );
  world.handle(planDecider, PLAN, { type: 'PreparePlan', details, carried });
};

/** Takes a key for a job; the call is never heard of again. */
export const claimKey = (world: SagaWorld, targetId: string, projectId: string | null): void => {
  const claim = { operation: 'generate', bodyHash: hashOf(targetId), targetId, projectId };
  world.handle(requestDecider, `request-key_${targetId}`, { type: 'ClaimRequest', ...claim, now: world.now() });
};

/** Asks for what no job has taken yet, or for a repair; nothing when there is nothing of the kind to do. */
export const claimWork = (world: SagaWorld, operation: Claim['operation']): void => {
  const project = world.read(projectDecider, PROJECT);
  if (project.open !== null || world.read(planDecider, PLAN).supersededBy !== null) return;
  const wanted = framesOf(world).filter(operation === 'photo_sequence_repair' ? isRepairable : isNew);
  if (wanted.length === 0) return;
  const n = project.lastClaim + 1;
  const jobId = `job_${n}`;
  const claim = claimOf(n, {
    operation,
    jobId,
    requirementIds: wanted.map(({ frame }) => frame.requirementId),
    repairPlanId: operation === 'photo_sequence_repair' ? `rpl_${n}` : null,
  });
  claimKey(world, jobId, 'prj_1');
  const checkedAt = world.log.findLast(({ stream }) => stream === PROJECT)?.revision ?? 'none';
  world.handle(projectDecider, PROJECT, { type: 'ClaimGeneration', checkedAt, claim });
};

/** The work of a claim, as its jobs would be told. */
export const detailsOf = (
  world: SagaWorld,
  chain: boolean,
  claim: Omit<Claim, 'outcome'>,
  holdId: string,
): JobDetails => {
  const frames = framesOf(world);
  const { details } = world.read(planDecider, PLAN);
  const tasks = claim.requirementIds.map((requirementId): JobTask => {
    const index = frames.findIndex(({ frame }) => frame.requirementId === requirementId);
    const attemptsUsed = attemptsMade(frames[index]?.standing);
    const previous = chain ? frames[index - 1] : undefined;
    const previousId = previous?.frame.requirementId ?? '';
    const isOurs = claim.requirementIds.includes(previousId);
    const previousAsset = previous === undefined || isOurs ? null : acceptedAsset(previous.frame, previous.standing);
    return {
      taskId: requirementId,
      index,
      makes: 'image',
      title: details?.frames[index]?.title ?? null,
      after: previous === undefined || previousAsset !== null ? [] : [previousId],
      judged: true,
      priceCredits: 4,
      attemptsUsed,
      attemptsMax: Math.max(attemptsUsed + 1, 3),
      seed: 100,
      previousAsset,
      additionsHash: null,
      corrections: [],
    };
  });
  return {
    workspaceId: 'ws_1',
    kind: 'storyboard',
    operation: claim.operation,
    projectId: 'prj_1',
    n: claim.n,
    holdId,
    contentHash: claim.manifestHash,
    storyboard: {
      planId: claim.planId,
      workPlanId: 'wpl_1',
      storyboardRevisionId: claim.storyboardRevisionId,
      repairPlanId: claim.repairPlanId,
      continuityMode: chain ? 'chain' : 'independent',
      requested: null,
      resume: false,
    },
    settle: 'each',
    engines: [{ makes: 'image', names: ['service_images', 'provider_c'] }],
    requiredCredits: tasks.reduce((sum, task) => sum + heldFor(task), 0),
    tasks,
  };
};

export const requestCancel = (world: SagaWorld, views: Views): void => {
  const active = [...views.jobs.values()].find(({ status }) => status === 'queued' || status === 'running');
  if (active === undefined) return;
  world.handle(jobDecider, `job-${active.jobId}`, { type: 'RequestCancel', requestedBy: 'ann' });
};

/** A person holds a job up. */
export const pause = (world: SagaWorld, views: Views): void => {
  const active = [...views.jobs.values()].findLast(({ status }) => status === 'queued' || status === 'running');
  if (active === undefined) return;
  world.handle(jobDecider, `job-${active.jobId}`, { type: 'PauseJob', requestedBy: 'ann' });
};

/** A person lets one job go on that is held up; whether there was one. */
export const letGoOn = (world: SagaWorld, views: Views): boolean => {
  const job = [...views.jobs.values()].find(({ pausedAt, checkpoint }) => pausedAt !== null || checkpoint !== null);
  if (job === undefined) return false;
  const stream = `job-${job.jobId}`;
  const before = job.checkpoint?.before;
  if (before === undefined) world.handle(jobDecider, stream, { type: 'ResumeJob', requestedBy: 'ann' });
  else {
    const decision = world.chance(4) ? 'stop' : 'continue';
    world.handle(jobDecider, stream, { type: 'DecideCheckpoint', before, decision, decidedBy: 'ann' });
  }
  return true;
};

/** A person decides on some of the frames that take a decision. */
export const decide = (world: SagaWorld): void => {
  const open = framesOf(world)
    .map(({ frame, standing }, frameIndex) => ({ frameIndex, fact: factOf(frame, standing) }))
    .filter(({ fact }) => fact.status === 'waiting' || fact.status === 'scored');
  const decisions = open
    .filter(() => world.chance(2))
    .map(({ frameIndex, fact }) => ({
      frameIndex,
      decision: fact.assetHash === null || world.chance(3) ? ('repair' as const) : ('accept' as const),
      note: 'seen',
      additionsHash: null,
      approveForTraining: false,
      fact,
    }));
  const reviewed = world.handle(planDecider, PLAN, {
    type: 'ReviewFrames',
    decisions,
    decidedBy: 'ann',
    now: world.now(),
  });
  // The process that took the request may still live to roll it forward.
  if (reviewed.kind === 'refused' || world.chance(2)) return;
  for (const { decision, fact } of decisions) {
    if (decision === 'accept' && fact.jobId !== null) acceptFrame(world, fact.jobId, fact.assetHash);
  }
};

/** Another plan takes over, and its process dies after that append; whether it could. */
export const supersede = (world: SagaWorld): boolean => {
  const { open, generated } = world.read(projectDecider, PROJECT);
  if (open !== null) return false;
  const jobs = (generated?.jobs ?? []).map(({ n, jobId }) => ({ n, jobId }));
  const knownRevision = world.log.findLast(({ stream }) => stream === PLAN)?.revision ?? 0;
  const by = { byManifestHash: hashOf('next'), byJobId: world.chance(2) ? null : 'job_next', knownRevision, jobs };
  return world.handle(planDecider, PLAN, { type: 'SupersedePlan', ...by }).kind === 'accepted';
};

/** Puts a person's accept into the job that made the picture. */
export const acceptFrame = (world: SagaWorld, jobId: string, assetHash: string | null): void => {
  const { tasks } = world.read(jobDecider, `job-${jobId}`);
  const task = tasks.find(({ scored }) => scored?.asset.hash === assetHash);
  assert(task !== undefined && assetHash !== null, 'a person accepts what a job has scored');
  const { taskId } = task;
  const accepted = world.handle(jobDecider, `job-${jobId}`, { type: 'AcceptFrame', taskId, assetHash });
  assert(accepted.kind === 'accepted', 'what a person may accept, the job accepts');
};

/** Pictures without QA, named by an id that tells them from the storyboard's jobs. */
export const isPictures = (jobId: string): boolean => jobId.startsWith('job_pictures_');

/** Films, which claim no project either. */
export const isFilm = (jobId: string): boolean => jobId.startsWith('job_film_');

/** Holds the credits of up to three pictures without QA. */
export const holdForPictures = (world: SagaWorld): void => {
  const parts = Array.from({ length: 1 + world.pick(3) }, (_, index) => ({ partId: `frame-${index}`, amount: 4 }));
  holdFor(world, `job_pictures_${world.newId('job')}`, parts);
};

/** Holds the credits of a film of up to three scenes. */
export const holdForFilm = (world: SagaWorld): void =>
  holdFor(world, `job_film_${world.newId('job')}`, partsOf(filmDetailsOf({ scenes: 1 + world.pick(3) })));

const holdFor = (world: SagaWorld, jobId: string, parts: ReturnType<typeof partsOf>): void => {
  if (!world.chance(4)) claimKey(world, jobId, null);
  if (world.chance(4)) return;
  const hold = { entryId: world.newId('ent'), holdId: world.newId('hld'), ownerId: jobId, n: 1, parts };
  world.handle(ledgerDecider, LEDGER, { type: 'HoldCredits', ...hold, now: world.now() });
};

/** A film under a hold that is open. */
export const filmOf = (world: SagaWorld, holdId: string): JobDetails => {
  const held = openParts(world.read(ledgerDecider, LEDGER), holdId).reduce((sum, { amount }) => sum + amount, 0);
  return filmDetailsOf({ scenes: held / 5 - 1, supervised: world.chance(2), holdId });
};

/** Pictures under a hold that is open; each continues any of those before it, or none. */
export const picturesOf = (world: SagaWorld, holdId: string, count: number): JobDetails => {
  const details = batchDetailsOf({ pictures: count, holdId });
  const tasks = details.tasks.map((task, index) => ({
    ...task,
    after: details.tasks.slice(0, index).flatMap(({ taskId }) => (world.chance(2) ? [taskId] : [])),
  }));
  return { ...details, tasks };
};
