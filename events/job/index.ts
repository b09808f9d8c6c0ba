/** Every event of the category `job`. */
import { defineEvent, type EventOf } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { array, boolean, integer, nullable, object, oneOf, optional, string } from '../../src/kernel/shape.ts';
import {
  asset,
  count,
  coverage,
  credits,
  evidence,
  hash,
  id,
  nullableId,
  nullableTime,
  requirementIds,
  time,
} from '../common.ts';
import { attemptMembers, corrections, engineName, jobKind, jobTask, outcome, taskMembers } from './common.ts';

/** The job exists and its credits are held: it will be carried to an end, whatever dies. */
export const jobQueued = defineEvent(
  'job',
  'JobQueued',
  object({
    workspaceId: id,
    kind: jobKind,
    operation: oneOf(['storyboard_image_generate', 'photo_sequence_repair', 'image_generate', 'storyboard_batch']),
    projectId: nullableId,
    /** Which start of the job this is: the project's claim that it runs under, or 1 where it needs none. */
    n: integer({ minimum: 1 }),
    holdId: id,
    /** Artifact that says what the tasks ask for: a storyboard's manifest, or one request for each task, in order. */
    contentHash: hash,
    /** What a job that claims a storyboard is a part of; null for all others. */
    storyboard: nullable(
      object({
        planId: id,
        workPlanId: id,
        storyboardRevisionId: id,
        repairPlanId: nullableId,
        continuityMode: oneOf(['independent', 'master_reference', 'chain']),
        requested: nullable(requirementIds),
        /** True when the manifest has more to generate after this job. */
        resume: boolean(),
      }),
    ),
    /** The engines that may make its tasks, the planned one first; the ladder climbs to the next. */
    engines: array(engineName, { minItems: 1, maxItems: 10 }),
    requiredCredits: credits,
    tasks: array(jobTask, { minItems: 1, maxItems: limits.tasksPerJobMax }),
  }),
);

/** Start `n` came to nothing; no credit was spent. A later start may still queue the job. */
export const jobRefused = defineEvent('job', 'JobRefused', object({ n: count, reason: string({ maxLength: 100 }) }));

/**
 * The first tasks are about to be dispatched. `leftOut` names tasks of a repair that a person accepted before it began:
 * they are not part of the job any more.
 */
export const jobStarted = defineEvent('job', 'JobStarted', object({ leftOut: requirementIds }));

/**
 * The intent to make one attempt: in the log before any engine is called. The prompt as sent follows from the job's
 * content, the task's additions and the corrections named here; `AttemptClaimed` carries its hash.
 */
export const taskDispatched = defineEvent(
  'job',
  'TaskDispatched',
  object({
    ...attemptMembers,
    kind: jobKind,
    /** Counts the dispatches of this attempt that an engine refused without doing anything. */
    retry: count,
    engine: engineName,
    seed: count,
    corrections,
    previousAsset: nullable(asset),
  }),
);

/**
 * A dispatcher holds the attempt: this event is the lease. `epoch` rises with each claim of the same attempt key; a
 * result under an earlier epoch is refused.
 */
export const attemptClaimed = defineEvent(
  'job',
  'AttemptClaimed',
  object({
    ...attemptMembers,
    epoch: integer({ minimum: 1 }),
    holder: id,
    /** sha256 of the canonical form of what the engine is asked. */
    promptHash: hash,
  }),
);

/** The engine delivered; the asset is stored. A judged task is neither certified nor accepted by that. */
export const taskRendered = defineEvent(
  'job',
  'TaskRendered',
  object({
    ...attemptMembers,
    epoch: integer({ minimum: 1 }),
    asset,
    coverage: optional(coverage),
    /** What a task that is not judged costs, since it is accepted by this; null for a judged one. */
    creditsCharged: nullable(credits),
  }),
);

/**
 * The attempt came to nothing: an engine failed, or what it delivered was lost before it was judged. `consumed` is
 * false when the engine did nothing at all and the same attempt is dispatched again at `retryAt`.
 */
export const taskFailed = defineEvent(
  'job',
  'TaskFailed',
  object({
    ...attemptMembers,
    code: string({ maxLength: 100 }),
    message: string({ maxLength: 500 }),
    consumed: boolean(),
    retryAt: nullableTime,
  }),
);

/** The engine may or may not have done the work, and must not be asked again: a result may still come until `dueAt`. */
export const taskUnknown = defineEvent('job', 'TaskUnknown', object({ ...attemptMembers, dueAt: time }));

/** The scorer judged an attempt; the evidence is all that the verdict rests on. */
export const frameScored = defineEvent('job', 'FrameScored', object({ ...attemptMembers, assetHash: hash, evidence }));

/** The frame is good: frozen from here on, and paid for. `attemptKeys` are the attempts that the charge is for. */
export const frameAccepted = defineEvent(
  'job',
  'FrameAccepted',
  object({
    ...attemptMembers,
    by: oneOf(['scorer', 'person']),
    assetHash: hash,
    creditsCharged: credits,
    attemptKeys: array(id, { maxItems: 50 }),
  }),
);

/** The ladder's next step for a frame that failed; its dispatch follows. */
export const frameRepairPlanned = defineEvent(
  'job',
  'FrameRepairPlanned',
  object({
    ...taskMembers,
    nextAttempt: integer({ minimum: 2 }),
    step: oneOf(['new_seed', 'corrections', 'next_engine']),
    engine: engineName,
    corrections,
  }),
);

/** The ladder is at its end: only a person can decide, and nothing more is spent until then. */
export const humanReviewRequired = defineEvent(
  'job',
  'HumanReviewRequired',
  object({
    ...taskMembers,
    reason: oneOf(['attempts_exhausted', 'engine_failed', 'dispatch_unknown', 'content_lost']),
  }),
);

/** From here on nothing is dispatched or claimed; what is claimed finishes, is scored and settled, without a ladder. */
export const jobCancelRequested = defineEvent('job', 'JobCancelRequested', object({ requestedBy: id }));

/** Final. The job was cancelled; what was accepted before stays accepted and paid. */
export const jobCancelled = defineEvent('job', 'JobCancelled', outcome);

/** Final. Every task was accepted. */
export const jobCompleted = defineEvent('job', 'JobCompleted', outcome);

/** Final. Some tasks were accepted and some were not. */
export const jobPartiallyCompleted = defineEvent('job', 'JobPartiallyCompleted', outcome);

/** Final. No task was accepted. */
export const jobFailed = defineEvent('job', 'JobFailed', outcome);

export type JobEvent = EventOf<
  | typeof attemptClaimed
  | typeof frameAccepted
  | typeof frameRepairPlanned
  | typeof frameScored
  | typeof humanReviewRequired
  | typeof jobCancelRequested
  | typeof jobCancelled
  | typeof jobCompleted
  | typeof jobFailed
  | typeof jobPartiallyCompleted
  | typeof jobQueued
  | typeof jobRefused
  | typeof jobStarted
  | typeof taskDispatched
  | typeof taskFailed
  | typeof taskRendered
  | typeof taskUnknown
>;
