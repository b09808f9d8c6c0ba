/** Durable generation jobs, as they are started, polled and listed (spec, 2.3 and 3.1; contract, section 5). */
import {
  array,
  boolean,
  integer,
  literal,
  nullable,
  object,
  oneOf,
  open,
  optional,
  string,
} from '../../../kernel/shape.ts';
import { asset, credits, evidence, id, text, time, yes } from './common.ts';

/** The first five are the spec's; the others come only from our extensions. */
export const jobStatuses = [
  'queued',
  'running',
  'completed',
  'partially_completed',
  'failed',
  'cancelled',
  'paused',
] as const;

const status = oneOf(jobStatuses);
const operation = oneOf(['storyboard_image_generate', 'photo_sequence_repair']);
const cancelRequestedAt = optional(
  string({ format: 'date-time', description: 'where a cancel was asked for: nothing more is dispatched' }),
);
const progress = object({ done: integer({ minimum: 0 }), total: integer({ minimum: 0 }) });

/** The job inside a 202. */
export const startedJob = object({
  id,
  operation,
  status,
  requestedImageCount: integer({ minimum: 0 }),
  requirementIds: array(id),
  requiredCredits: credits,
  alreadyCharged: boolean(),
});

export const theService = open({ description: 'contractVersion, maturity, poll' });

export const generateAccepted = object(
  {
    ok: yes,
    accepted: boolean({ description: 'false where the job is a cancelled one, which makes nothing more' }),
    reason: optional(oneOf(['job_cancelled'])),
    resume: boolean({ description: 'more is left: a further call is needed' }),
    storyboardImageWorkPlanId: id,
    preparedStoryboardRevisionId: id,
    'the service': theService,
    plan: open(),
    job: startedJob,
  },
  { description: 'The job is persisted and enqueued; poll with job.id' },
);

export const alreadySatisfied = object(
  {
    ok: yes,
    accepted: literal(false),
    reason: literal('all_requirements_satisfied'),
    plan: open(),
    'the service': theService,
  },
  { description: 'No job exists, nothing is charged' },
);

export const repairAccepted = object({
  ok: yes,
  accepted: yes,
  repairPlanId: id,
  planId: id,
  job: startedJob,
});

const attempt = object({
  attempt: integer({ minimum: 1 }),
  engine: text,
  seed: integer({ minimum: 0 }),
  status: text,
  asset: nullable(asset),
  evidence: nullable(evidence),
  error: nullable(open()),
});

const polledRequirement = object({
  requirementId: id,
  frameIndex: integer({ minimum: 0, maximum: 31 }),
  title: nullable(text),
  status: oneOf(['pending', 'rendering', 'accepted', 'failed', 'human_review', 'dispatch_unknown']),
  attempts: array(attempt),
  reason: nullable(text),
});

export const jobPoll = object({
  ok: yes,
  job: object({
    id,
    operation,
    status,
    planId: id,
    requestedImageCount: integer({ minimum: 0 }),
    requiredCredits: credits,
    heldCredits: credits,
    chargedCredits: credits,
    progress,
    createdAt: time,
    updatedAt: time,
    cancelRequestedAt,
  }),
  requirements: array(polledRequirement),
  failedRequirementIds: array(id),
  resumable: boolean({ description: 'a further generate or repair could make progress' }),
});

/** A job of either kind, outside its project: in lists, and in what cancel answers. */
export const jobSummary = object({
  id,
  kind: text,
  operation: text,
  status,
  projectId: optional(id),
  planId: optional(id),
  requestedImageCount: optional(integer({ minimum: 0 })),
  progress,
  awaitingCheckpoint: optional(nullable(open())),
  error: nullable(object({ code: text, message: text })),
  createdAt: time,
  updatedAt: time,
  requiredCredits: credits,
  heldCredits: optional(credits),
  chargedCredits: credits,
  cancelRequestedAt,
});

export const jobKind = oneOf(['storyboard', 'image']);
