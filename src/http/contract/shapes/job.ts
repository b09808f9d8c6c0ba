/** Durable generation jobs, as they are started, polled and listed (spec, 2.3 and 3.1). */
import {
  array,
  boolean,
  integer,
  literal,
  named,
  namedObject,
  nullable,
  oneOf,
  optional,
  string,
} from '../../../kernel/shape.ts';
import {
  asset,
  continuityMode,
  count,
  credits,
  evidence,
  failure,
  frameIndex,
  frameTitle,
  hash,
  jobId,
  pageOf,
  planId,
  projectId,
  providerCost,
  providerCosts,
  repairPlanId,
  requirementId,
  revisionId,
  spendBody,
  text,
  time,
  workPlanId,
  yes,
} from './common.ts';

/** The first five are the spec's. A paused job keeps its state, and says `pausedAt`. */
export const jobStatus = named(
  'JobStatus',
  oneOf(['queued', 'running', 'completed', 'partially_completed', 'failed', 'cancelled'], {
    description: 'the first five are of the contract; `cancelled` comes of an extension',
  }),
);

/** As lists are filtered by it. */
export const jobKind = named(
  'JobKind',
  oneOf(['storyboard', 'image', 'batch', 'video', 'commerce', 'music', 'speech'], {
    description: 'the product of the job; an image or a batch of them is made within a request',
  }),
);

const operation = named('JobOperation', oneOf(['storyboard_image_generate', 'photo_sequence_repair']));
/** The members that tell why nothing more of a job is begun. */
const held = {
  cancelRequestedAt: optional(
    string({ format: 'date-time', description: 'where a cancel was asked for: nothing more is dispatched' }),
  ),
  pausedAt: optional(
    string({ format: 'date-time', description: 'where it is paused: nothing is dispatched until it is resumed' }),
  ),
  awaitingCheckpoint: optional(
    namedObject(
      'Checkpoint',
      { before: string({ examples: ['scene-0001'] }), reachedAt: time },
      { description: 'where a person is to decide: neither this task nor any behind it is dispatched until then' },
    ),
  ),
} as const;
const progress = namedObject(
  'Progress',
  { done: count, total: integer({ minimum: 0, examples: [3] }) },
  { description: 'Done frames need no more work of the job, accepted or not' },
);

/** The job inside a 202. */
const startedJob = namedObject('StartedJob', {
  id: jobId,
  operation,
  status: jobStatus,
  requestedImageCount: integer({ minimum: 0, examples: [1] }),
  requirementIds: array(requirementId),
  requiredCredits: integer({ minimum: 0, description: 'held for the worst case', examples: [3] }),
  alreadyCharged: boolean({ description: 'true when the job was there before this call, which held nothing new' }),
});

const theService = namedObject('ServiceNote', {
  contractVersion: text('1.0.0'),
  maturity: text('foundation'),
  poll: nullable(text('/api/v1/projects/{projectId}/film-intelligence/jobs/{jobId}', 'where to poll')),
});

const planned = { id: planId, manifestHash: hash };

export const generateAccepted = namedObject(
  'StoryboardImageGenerateAccepted',
  {
    ok: yes,
    accepted: boolean({
      description: 'false where the job is a cancelled one, which makes nothing more',
      examples: [true],
    }),
    reason: optional(literal('job_cancelled')),
    resume: boolean({ description: 'only a part of the manifest was dispatched so far: a further call is needed' }),
    storyboardImageWorkPlanId: workPlanId,
    preparedStoryboardRevisionId: revisionId,
    'the service': theService,
    plan: namedObject('GeneratingPlan', { ...planned, continuityMode, provider: text('service_images') }),
    job: startedJob,
  },
  { description: 'The job is persisted and enqueued; poll with job.id' },
);

export const alreadySatisfied = namedObject(
  'StoryboardImageGenerateAlreadySatisfied',
  {
    ok: yes,
    accepted: literal(false),
    reason: literal('all_requirements_satisfied'),
    plan: namedObject('SatisfiedPlan', { ...planned, expectedCredits: credits, creditCeiling: credits }),
    'the service': theService,
  },
  { description: 'No job exists, nothing is charged' },
);

export const repairRequest = named('PhotoSequenceRepairRequest', spendBody({}));

export const repairAccepted = namedObject('PhotoSequenceRepairAccepted', {
  ok: yes,
  accepted: yes,
  repairPlanId,
  planId,
  job: startedJob,
});

const attempt = namedObject('Attempt', {
  attempt: integer({ minimum: 1, description: 'counts per requirement, over the jobs of one manifest' }),
  engine: text('service_images'),
  seed: integer({ minimum: 0, examples: [1847261] }),
  status: named(
    'AttemptStatus',
    oneOf(['dispatched', 'rendering', 'retrying', 'rendered', 'scored', 'failed', 'dispatch_unknown', 'cancelled'], {
      examples: ['scored'],
    }),
  ),
  asset: nullable(asset),
  evidence: nullable(evidence),
  error: nullable(failure),
  providerCost: optional(nullable(providerCost)),
});

export const requirementStatus = named(
  'RequirementStatus',
  oneOf(['pending', 'rendering', 'accepted', 'failed', 'human_review', 'dispatch_unknown'], { examples: ['accepted'] }),
);

const polledRequirement = namedObject('PolledRequirement', {
  requirementId,
  frameIndex,
  title: frameTitle,
  status: requirementStatus,
  attempts: array(attempt),
  reason: nullable(text('attempts_exhausted', 'why it waits for a person, or was left over')),
});

const polledJob = namedObject('PolledJob', {
  id: jobId,
  operation,
  status: jobStatus,
  planId,
  requestedImageCount: integer({ minimum: 0, examples: [1] }),
  requiredCredits: integer({ minimum: 0, examples: [3] }),
  heldCredits: integer({ minimum: 0, examples: [3] }),
  chargedCredits: credits,
  providerCosts: optional(providerCosts),
  progress,
  createdAt: time,
  updatedAt: time,
  ...held,
});

export const jobPoll = namedObject('JobPoll', {
  ok: yes,
  job: polledJob,
  requirements: array(polledRequirement),
  failedRequirementIds: array(requirementId, {
    description: 'frames that failed or wait for a person',
    examples: [[]],
  }),
  resumable: boolean({ description: 'a further generate or repair could make progress' }),
});

/** A job of any kind, outside its project: in lists, and in the answer of cancel. */
export const jobSummary = namedObject('Job', {
  id: jobId,
  kind: jobKind,
  operation: text('storyboard_image_generate'),
  status: jobStatus,
  projectId: optional(projectId),
  planId: optional(planId),
  requestedImageCount: optional(integer({ minimum: 0, examples: [1] })),
  progress,
  error: nullable(failure),
  createdAt: time,
  updatedAt: time,
  requiredCredits: integer({ minimum: 0, examples: [3] }),
  heldCredits: optional(credits),
  chargedCredits: credits,
  providerCosts: optional(providerCosts),
  ...held,
});

export const jobAnswer = namedObject('JobAnswer', { ok: yes, job: jobSummary });
export const jobPage = pageOf('JobPage', 'jobs', jobSummary);

export const checkpointRequest = namedObject('CheckpointRequest', {
  decision: oneOf(['continue', 'stop'], { examples: ['continue'] }),
  before: optional(
    string({ maxLength: 100, examples: ['scene-0001'], description: '`awaitingCheckpoint.before` as it was shown' }),
  ),
});
