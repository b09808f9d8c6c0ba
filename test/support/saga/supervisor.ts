/**
 * Does what open-work names, and nothing else: one append for each step. So the rest must be found from every point at
 * which a process could have died.
 */
import { chargedCredits, isFinal, isWhole, partsOf, taskIn, WHOLE } from '../../../commands/job/queries.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import type { TaskState } from '../../../commands/job/state.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openHold, openParts } from '../../../commands/ledger/queries.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { requestDecider } from '../../../commands/request.ts';
import type { JobWork, OpenWorkDocument, RequestWork } from '../../../projections/open-work/document.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { assetOf, evidenceOf, hashOf } from '../jobs/builders.ts';
import {
  acceptFrame,
  detailsOf,
  filmOf,
  isFilm,
  isPictures,
  LEDGER,
  picturesOf,
  PLAN,
  PROJECT,
  supersede,
  type Views,
} from './clients.ts';
import type { SagaWorld } from './world.ts';

/** Whether the step could be taken: it appended something. */
export const takeStep = (world: SagaWorld, views: Views, work: OpenWorkDocument): boolean => {
  const before = world.log.length;
  switch (work.subject) {
    case 'job':
      stepOfJob(world, views, work);
      break;
    case 'polls':
      for (const { taskId } of work.tasks) poll(world, `job-${work.jobId}`, taskId);
      break;
    case 'request':
      answer(world, work);
      break;
    case 'plan':
      world.handle(planDecider, PLAN, { type: 'CertifyPlan', now: world.now(), evidence: new Map() });
      break;
    case 'ledger':
      world.handle(ledgerDecider, LEDGER, { type: 'ExpireCredits', entryId: world.newId('ent'), now: world.now() });
      break;
    // No saga has one.
    case 'upload':
    case 'workspace':
    case 'delivery':
    case 'lane':
      break;
  }
  return world.log.length > before;
};

const stepOfJob = (world: SagaWorld, views: Views, work: JobWork): void => {
  const stream = `job-${work.jobId}`;
  const job = world.read(jobDecider, stream);
  const frame = work.taskId === null ? undefined : taskIn(job, work.taskId);
  const attemptKey = frame?.attemptKey ?? '';
  switch (work.kind) {
    case 'generation.decide':
      return decideStart(world, views, work);
    case 'generation.plan-repair': {
      const repair = {
        repairPlanId: job.details?.storyboard?.repairPlanId ?? '',
        n: work.n,
        jobId: work.jobId,
        tasks: job.details?.tasks ?? [],
      };
      return void world.handle(planDecider, PLAN, { type: 'PlanRepair', ...repair });
    }
    case 'generation.end': {
      const outcome = job.details === null ? 'refused' : 'finished';
      return void world.handle(projectDecider, PROJECT, { type: 'EndGeneration', n: work.n, outcome });
    }
    case 'task.unknown':
      if (frame !== undefined && world.chance(2)) resolve(world, stream, frame);
      return void world.handle(jobDecider, stream, { type: 'AdvanceJob', now: world.now(), leftOut: [] });
    case 'job.start':
    case 'job.next':
    case 'task.retry':
      return void world.handle(jobDecider, stream, {
        type: 'AdvanceJob',
        now: world.now(),
        leftOut: work.kind === 'job.start' ? leftOutOf(world, work) : [],
      });
    case 'job.finish':
    case 'job.settle':
      // Parts go back before the last event; were it the other way round, they would be owed after it.
      if (work.settle === 'whole') settleWhole(world, work);
      else if (work.kind === 'job.settle' || world.chance(2)) releaseUnkept(world, work);
      return void world.handle(jobDecider, stream, { type: 'FinishJob' });
    case 'task.dispatch':
    case 'task.lease':
      if (work.kind === 'task.lease' && !world.chance(8)) return perform(world, stream, frame);
      return void world.handle(jobDecider, stream, {
        type: 'ClaimAttempt',
        attemptKey,
        holder: 'dispatcher_1',
        promptHash: hashOf('prompt'),
        lapsedEpoch: frame?.epoch ?? 0,
      });
    case 'task.score': {
      const evidence = evidenceOf(world.chance(2) ? 'pass' : 'fail');
      const assetHash = frame?.asset?.hash ?? '';
      return void world.handle(jobDecider, stream, { type: 'RecordScore', attemptKey, assetHash, evidence });
    }
    case 'task.settle':
      return debit(world, work.holdId, work.taskId, frame?.creditsCharged ?? 0);
    case 'review.accept': {
      const { frames } = world.read(planDecider, PLAN);
      const review = frames.find(({ requirementId }) => requirementId === work.taskId)?.review;
      return acceptFrame(world, work.jobId, review?.assetHash ?? null);
    }
    case 'review.release':
      return release(world, work.holdId, [work.taskId ?? '']);
    case 'review.expire': {
      // Now and then another plan has taken over just before.
      if (world.chance(4) && supersede(world)) return;
      const { taskId, jobId } = work;
      return void world.handle(planDecider, PLAN, { type: 'ExpireReview', requirementId: taskId ?? '', jobId });
    }
    case 'hold.decide':
      return decideHeld(world, work);
    case 'hold.release':
      for (const { holdId } of work.looseHolds) release(world, holdId, 'all');
      return release(
        world,
        work.holdId,
        work.tasks.filter(({ status }) => status === 'left_out').map(({ taskId }) => taskId),
      );
    default:
      assert(false, `a job owes no ${work.kind}`);
  }
};

/** Steps 2 to 4 of a start. Now and then it is refused although the hold is open. */
const decideStart = (world: SagaWorld, views: Views, work: JobWork): void => {
  const stream = `job-${work.jobId}`;
  const claim = world.read(projectDecider, PROJECT).open;
  assert(claim?.jobId === work.jobId, 'what is to be decided is claimed');
  const ledger = world.read(ledgerDecider, LEDGER);
  const open = openHold(ledger, work.jobId, claim.n);
  const holdId = open?.holdId ?? world.newId('hld');
  const details = detailsOf(world, views.chain, claim, holdId);
  const parts = partsOf(details);
  const isAsHeld = open !== undefined && JSON.stringify(openParts(ledger, holdId)) === JSON.stringify(parts);
  if (isAsHeld && !world.chance(6)) return void world.handle(jobDecider, stream, { type: 'QueueJob', details });
  const hold = { entryId: world.newId('ent'), holdId, ownerId: work.jobId, n: claim.n, parts, now: world.now() };
  const held = open === undefined ? world.handle(ledgerDecider, LEDGER, { type: 'HoldCredits', ...hold }) : undefined;
  if (held?.kind === 'accepted') return;
  world.handle(jobDecider, stream, { type: 'RefuseJob', n: claim.n, reason: 'insufficient_credits' });
};

const leftOutOf = (world: SagaWorld, work: JobWork): readonly string[] => {
  const { details, tasks } = world.read(jobDecider, `job-${work.jobId}`);
  if ((details?.storyboard?.repairPlanId ?? null) === null) return [];
  const plan = world.read(planDecider, PLAN);
  const taken = plan.frames.filter(({ repairJobId }) => repairJobId === work.jobId);
  return tasks.map(({ taskId }) => taskId).filter((id) => !taken.some(({ requirementId }) => requirementId === id));
};

/** The possible outcomes of a claimed attempt, and of one that an engine was given earlier. */
const perform = (world: SagaWorld, stream: string, frame: TaskState | undefined): void => {
  assert(frame !== undefined, 'a lease is that of a frame');
  const { attemptKey, epoch } = frame;
  const result = { attemptKey: attemptKey ?? '', epoch };
  // A film that loses any of its parts is lost: most must not.
  const code = (['unavailable', 'rejected', 'lost'] as const)[world.pick(frame.makes === 'image' ? 8 : 40)];
  if (code !== undefined) {
    world.handle(jobDecider, stream, { type: 'RecordFailure', ...result, code, message: 'no', now: world.now() });
  } else if (frame.status === 'claimed' && world.chance(8)) {
    const pollAfterMs = world.chance(2) ? 1_000 : null;
    world.handle(jobDecider, stream, { type: 'RecordUnknown', ...result, pollAfterMs, now: world.now() });
  } else if (frame.status === 'claimed' && world.chance(4)) {
    const submitted = { ref: `film-${attemptKey}`, pollAfterMs: 1_000, now: world.now() };
    world.handle(jobDecider, stream, { type: 'RecordSubmission', ...result, ...submitted });
  } else {
    world.handle(jobDecider, stream, { type: 'RecordRender', ...result, asset: assetOf(`picture-${attemptKey}`) });
  }
};

/** A person finds out what became of an attempt, just before it is given up. */
const resolve = (world: SagaWorld, stream: string, { taskId, attemptKey }: TaskState): void => {
  const outcome = (['delivered', 'not_delivered', 'charged'] as const)[world.pick(3)] ?? 'charged';
  const found = outcome === 'delivered' ? { outcome, asset: assetOf(`picture-${attemptKey}`) } : { outcome };
  const said = { found, note: 'seen', resolvedBy: 'user_1', now: world.now() };
  world.handle(jobDecider, stream, { type: 'ResolveAttempt', taskId, attemptKey: attemptKey ?? '', ...said });
};

/** An engine tells the outcome of earlier work, now and then after it could not. */
const poll = (world: SagaWorld, stream: string, taskId: string): void => {
  const frame = taskIn(world.read(jobDecider, stream), taskId);
  const { attemptKey = '', epoch = 0, status } = frame ?? {};
  if (status === 'submitted' && world.chance(4)) {
    const unknown = { attemptKey: attemptKey ?? '', epoch, pollAfterMs: 5_000, now: world.now() };
    world.handle(jobDecider, stream, { type: 'RecordUnknown', ...unknown });
  } else perform(world, stream, frame);
};

/** It claims no project. */
const isLoose = (jobId: string): boolean => isPictures(jobId) || isFilm(jobId);

/** A hold without a claim: its caller queues the job after all, or the supervisor gives it up. */
const decideHeld = (world: SagaWorld, work: JobWork): void => {
  const stream = `job-${work.jobId}`;
  const [hold] = work.looseHolds;
  if (hold !== undefined && isLoose(work.jobId) && !world.chance(3)) {
    const details = isFilm(work.jobId)
      ? filmOf(world, hold.holdId)
      : picturesOf(world, hold.holdId, hold.partIds.length);
    return void world.handle(jobDecider, stream, { type: 'QueueJob', details });
  }
  const { refusedStart, details } = world.read(jobDecider, stream);
  if (details === null && refusedStart < 1) {
    return void world.handle(jobDecider, stream, { type: 'RefuseJob', n: 1, reason: 'abandoned' });
  }
  // It is decided, and the document had forgotten it when this hold came.
  if (hold !== undefined) release(world, hold.holdId, 'all');
};

/**
 * A key is answered when its job is queued, or has ended where a client waits. It is freed when the job was refused.
 */
const answer = (world: SagaWorld, { requestId, targetId, n }: RequestWork): void => {
  const stream = `request-${requestId}`;
  const answered = { type: 'AnswerRequest', n, status: 202, body: '{}', signed: [] } as const;
  const released = { type: 'ReleaseRequest', n, reason: 'refused' } as const;
  const job = world.read(jobDecider, `job-${targetId}`);
  if (job.details !== null) {
    if (!isPictures(targetId) || isFinal(job.status)) world.handle(requestDecider, stream, answered);
    return;
  }
  if (isLoose(targetId) && job.refusedStart === 0) {
    return void world.handle(jobDecider, `job-${targetId}`, { type: 'RefuseJob', n: 1, reason: 'abandoned' });
  }
  const claimed = world.read(projectDecider, PROJECT).open?.jobId === targetId;
  if (!claimed) world.handle(requestDecider, stream, released);
};

const debit = (world: SagaWorld, holdId: string | null, partId: string | null, amount: number): void => {
  const entry = { entryId: world.newId('ent'), holdId: holdId ?? '', partId: partId ?? '', amount, now: world.now() };
  world.handle(ledgerDecider, LEDGER, { type: 'DebitPart', ...entry, attemptKeys: [] });
};

const release = (world: SagaWorld, holdId: string | null, partIds: readonly string[] | 'all'): void => {
  const entry = { entryId: world.newId('ent'), holdId: holdId ?? '', partIds, reason: 'over', now: world.now() };
  world.handle(ledgerDecider, LEDGER, { type: 'ReleaseParts', ...entry });
};

/** The one part of a film, before its end or, by a process that forgets it, after. */
const settleWhole = (world: SagaWorld, work: JobWork): void => {
  if (work.kind === 'job.finish' && world.chance(4)) return;
  const job = world.read(jobDecider, `job-${work.jobId}`);
  if (isWhole(job)) debit(world, work.holdId, WHOLE, chargedCredits(job));
  else release(world, work.holdId, [WHOLE]);
};

/** Parts that no frame in review keeps, and no acceptance pays for. */
const releaseUnkept = (world: SagaWorld, work: JobWork): void => {
  const job = world.read(jobDecider, `job-${work.jobId}`);
  const back = openParts(world.read(ledgerDecider, LEDGER), work.holdId ?? '')
    .map(({ partId }) => partId)
    .filter((partId) => {
      const status = taskIn(job, partId)?.status;
      return status !== 'accepted' && status !== 'human_review';
    });
  if (back.length > 0) release(world, work.holdId, back);
};
