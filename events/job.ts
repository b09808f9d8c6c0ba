/** The events of a job. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { governanceModes } from '../src/kernel/governance.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, integer, nullable, number, object, oneOf, optional, string } from '../src/kernel/shape.ts';
import {
  asset,
  count,
  coverage,
  credits,
  evidence,
  fingerprint,
  hash,
  id,
  nullableId,
  nullableTime,
  providerCost,
  requirementIds,
  time,
} from './common.ts';
import {
  attachment,
  attemptMembers,
  corrections,
  engineName,
  jobKind,
  jobTask,
  makes,
  taskMembers,
} from './job-shapes.ts';

export type { Attachment, JobKind, JobTask, Makes } from './job-shapes.ts';

const event = eventsOf('job');

/** Of an attempt whose provider told a cost; null where it told one that this service does not take. */
const toldCost = { providerCost: optional(nullable(providerCost)) } as const;

/** The members of every final event of a job. */
const outcome = { accepted: count, notAccepted: count, chargedCredits: credits } as const;

/** The job exists and its credits are held: it will be carried to an end, whatever dies. */
export const jobQueued = event('JobQueued', {
  workspaceId: id,
  kind: jobKind,
  operation: oneOf([
    'storyboard_image_generate',
    'photo_sequence_repair',
    'image_generate',
    'storyboard_batch',
    'video_create',
    'video_start',
    'video_orchestrate',
    'commerce_video',
    'music',
    'music_generate',
    'tts',
  ]),
  projectId: nullableId,
  /** Which start of the job this is: the project's claim that it runs under, or 1 where it needs none. */
  n: integer({ minimum: 1 }),
  holdId: id,
  /**
   * `each`: a task is paid when it is accepted, out of its own part of the hold. `whole`: all tasks have one part, paid
   * when the last of them is accepted; none of them is judged.
   */
  settle: oneOf(['each', 'whole']),
  /** Artifact with the content of the tasks: a storyboard's manifest, or one request for each task, in order. */
  contentHash: hash,
  /** The claim of a job that claims a storyboard; null for all others. */
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
      /** As in the claim: all other keys that lead to this job met it as it was. */
      request: optional(nullableId),
    }),
  ),
  /** The rule of the planner's governance mode; without one it is that of the mode `balanced`. */
  governance: optional(object({ mode: oneOf([...governanceModes]), factor: number(), asksPerson: boolean() })),
  /** By kind of output the engines that may make it, the planned one first; the ladder climbs to the next. */
  engines: array(object({ makes, names: array(engineName, { minItems: 1, maxItems: 10 }) }), {
    minItems: 1,
    maxItems: 6,
  }),
  requiredCredits: credits,
  tasks: array(jobTask, { minItems: 1, maxItems: limits.tasksPerJobMax }),
});

/** Start `n` failed; no credit was spent. A later start may still queue the job. */
export const jobRefused = event('JobRefused', { n: count, reason: string({ maxLength: 100 }) });

/**
 * The first tasks are about to be dispatched. `leftOut` names tasks of a repair that a person accepted before it began:
 * they are not part of the job any more.
 */
export const jobStarted = event('JobStarted', { leftOut: requirementIds });

/**
 * The intent to make one attempt: in the log before any engine is called. The prompt as sent follows from the job's
 * content, the task's additions and the corrections named here; `AttemptClaimed` carries its hash.
 */
export const taskDispatched = event('TaskDispatched', {
  ...attemptMembers,
  kind: jobKind,
  /** Counts the dispatches of this attempt that an engine refused without doing anything. */
  retry: count,
  engine: engineName,
  seed: count,
  corrections,
  previousAsset: nullable(asset),
});

/**
 * A dispatcher holds the attempt: this event is the lease. `epoch` rises with each claim of the same attempt key; a
 * result under an earlier epoch is refused.
 */
export const attemptClaimed = event('AttemptClaimed', {
  ...attemptMembers,
  epoch: integer({ minimum: 1 }),
  holder: id,
  /** sha256 of the canonical form of the request to the engine. */
  promptHash: hash,
  /** The workspace's key that the engine is called under; left out for the operator's, and for none. */
  ownKey: optional(fingerprint),
});

/**
 * The engine has taken the attempt and works on it by itself: no lease is held any more. It is asked for the outcome
 * under `ref` from `pollAt` on. Without an outcome by `dueAt` the attempt is given up.
 */
export const attemptSubmitted = event('AttemptSubmitted', {
  ...attemptMembers,
  epoch: integer({ minimum: 1 }),
  ref: string({ minLength: 1, maxLength: limits.engineRefCharsMax }),
  pollAt: time,
  dueAt: time,
});

/** The engine delivered; the asset is stored. A judged task is neither certified nor accepted by that. */
export const taskRendered = event('TaskRendered', {
  ...attemptMembers,
  makes,
  epoch: integer({ minimum: 1 }),
  asset,
  attachments: optional(array(attachment, { minItems: 1, maxItems: 2 })),
  coverage: optional(coverage),
  /**
   * The cost of a task that is not judged, since this event accepts it; null for a judged one. Of a job that is paid as
   * a whole it is a share.
   */
  creditsCharged: nullable(credits),
  ...toldCost,
});

/**
 * The attempt failed: an engine failed, or its delivery was lost before it was judged. `consumed` is false when the
 * engine did nothing at all and the same attempt is dispatched again at `retryAt`.
 */
export const taskFailed = event('TaskFailed', {
  ...attemptMembers,
  code: string({ maxLength: 100 }),
  message: string({ maxLength: 500 }),
  consumed: boolean(),
  retryAt: nullableTime,
  ...toldCost,
});

/**
 * A person has found out the outcome of an attempt that stayed unknown. The event about that outcome is in the same
 * append, but for an attempt that was given up before. `delivered`: the person brought the output. `not_delivered`: the
 * engine did nothing, and wants nothing. `charged`: it gave nothing and wants its price, which no client pays.
 */
export const attemptResolved = event('AttemptResolved', {
  ...attemptMembers,
  outcome: oneOf(['delivered', 'not_delivered', 'charged']),
  /** The hash of the output; null without one. */
  assetHash: nullable(hash),
  note: string({ maxLength: limits.noteCharsMax }),
  resolvedBy: id,
});

/**
 * The engine may or may not have done the work, and must not be called again: a result may still come until `dueAt`. An
 * engine that can be asked for the outcome is asked from `pollAt` on; null for any other.
 */
export const taskUnknown = event('TaskUnknown', { ...attemptMembers, pollAt: nullableTime, dueAt: time });

/**
 * The scorer judged an attempt; the evidence is all that the verdict rests on. A frame that passes is accepted by this:
 * frozen from here on, and paid for.
 */
export const frameScored = event('FrameScored', {
  ...attemptMembers,
  assetHash: hash,
  evidence,
  /** The price of all its attempts that delivered; null for a frame that failed. */
  creditsCharged: nullable(credits),
});

/** A person accepted the frame. `attemptKeys` are the attempts that the charge is for. */
export const frameAccepted = event('FrameAccepted', {
  ...attemptMembers,
  assetHash: hash,
  creditsCharged: credits,
  attemptKeys: array(id, { maxItems: 50 }),
});

/** The ladder's next step for a frame that failed; its dispatch follows. */
export const frameRepairPlanned = event('FrameRepairPlanned', {
  ...taskMembers,
  nextAttempt: integer({ minimum: 2 }),
  step: oneOf(['new_seed', 'corrections', 'next_engine']),
  engine: engineName,
  corrections,
});

/** The ladder is at its end: only a person can decide, and nothing more is spent until then. */
export const humanReviewRequired = event('HumanReviewRequired', {
  ...taskMembers,
  reason: oneOf(['attempts_exhausted', 'engine_failed', 'dispatch_unknown', 'content_lost', 'governance']),
});

/** A person holds the job up: until it is resumed nothing is dispatched or claimed; claimed attempts finish. */
export const jobPaused = event('JobPaused', { requestedBy: id });

/** The job goes on. */
export const jobResumed = event('JobResumed', { requestedBy: id });

/** A person is to decide before the task `before`: neither it nor any task behind it goes until then. */
export const checkpointReached = event('CheckpointReached', { before: id });

/** `leftOut`: at a stop, the tasks that were not begun. They are not part of the job any more. */
export const checkpointDecided = event('CheckpointDecided', {
  before: id,
  decision: oneOf(['continue', 'stop']),
  decidedBy: id,
  leftOut: array(id, { maxItems: limits.tasksPerJobMax }),
});

/** From here on nothing is dispatched or claimed; claimed attempts finish, are scored and settled, without a ladder. */
export const jobCancelRequested = event('JobCancelRequested', { requestedBy: id });

/** Final. The job was cancelled; frames accepted before stay accepted and paid. */
export const jobCancelled = event('JobCancelled', outcome);

/** Final. Every task was accepted. */
export const jobCompleted = event('JobCompleted', outcome);

/** Final. Some tasks were accepted and some were not. */
export const jobPartiallyCompleted = event('JobPartiallyCompleted', outcome);

/** Final. No task was accepted. */
export const jobFailed = event('JobFailed', outcome);

export const jobEvents = [
  jobQueued,
  jobRefused,
  jobStarted,
  taskDispatched,
  attemptClaimed,
  attemptSubmitted,
  taskRendered,
  taskFailed,
  taskUnknown,
  attemptResolved,
  frameScored,
  frameAccepted,
  frameRepairPlanned,
  humanReviewRequired,
  jobPaused,
  jobResumed,
  checkpointReached,
  checkpointDecided,
  jobCancelRequested,
  jobCancelled,
  jobCompleted,
  jobPartiallyCompleted,
  jobFailed,
] as const;
export type JobEvent = EventOf<(typeof jobEvents)[number]>;
