/** Work plans and photo sequences. */
import { limits } from '../../../kernel/limits.ts';
import { repeatedIn } from '../../../kernel/repeated-in.ts';
import {
  array,
  boolean,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  optional,
  string,
} from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import {
  aspectRatio,
  asset,
  continuityMode,
  count,
  evidence,
  frameIndex,
  frameTitle,
  governanceMode,
  hash,
  idOf,
  jobId,
  planId,
  projectId,
  repairPlanId,
  requirementId,
  revisionId,
  text,
  time,
  url,
  workPlanId,
  yes,
} from './common.ts';
import { requirementStatus } from './job.ts';
import { prompt } from './storyboard.ts';

const artifact = namedObject('Artifact', { artifactHash: hash });

const referencePlate = namedObject('ReferencePlate', {
  url,
  resolved: boolean({ description: 'whether the picture behind it is seen by the engine', examples: [true] }),
});

const requirement = namedObject('Requirement', {
  requirementId,
  planId,
  frameIndex,
  title: frameTitle,
  role: nullable(text('start')),
  sceneId: nullable(text('scene-1')),
  prompt,
  referencePlates: array(referencePlate),
  provider: text('service_images'),
  priceCredits: integer({ minimum: 0, description: 'of one attempt', examples: [1] }),
  maxAttempts: integer({ minimum: 1, examples: [3] }),
  satisfied: boolean({ description: 'accepted already: it costs nothing more' }),
});

const blocker = namedObject(
  'Blocker',
  {
    code: text('provider_unavailable'),
    message: text('service_images cannot be reached now; try again later'),
    requirementId: optional(requirementId),
  },
  { description: 'Why generate would refuse' },
);

const quote = namedObject('Quote', {
  creditCeiling: integer({
    minimum: 0,
    description: "the most that the frames which are left to make can cost, a person's repairs included",
    examples: [5],
  }),
  expectedCredits: integer({ minimum: 0, examples: [2] }),
  provider: text('service_images'),
  priceListVersion: text('2026-11'),
  continuityMode,
  aspectRatio,
  attemptsPerRequirement: integer({ minimum: 1, examples: [3] }),
  styleNotes: optional(text('Ink and wash, crisp detail.', 'of the storyboard, else of the creative settings')),
  governanceMode: optional(governanceMode),
  negativePrompt: optional(text('weapons', 'of the storyboard, and words to avoid of the creative settings')),
});

const sequence = namedObject(
  'PlanSequence',
  { planId, firstFrame: count, frameCount: integer({ minimum: 1 }) },
  { description: 'A part of the storyboard, of up to 32 frames' },
);

export const workPlan = namedObject('WorkPlan', {
  ok: yes,
  planId: { ...planId, description: 'the first part with something left to do' },
  workPlanId,
  plan: quote,
  planArtifact: artifact,
  executionManifest: namedObject('ExecutionManifest', { id: idOf('mnf') }),
  executionManifestArtifact: artifact,
  scriptRevisionId: nullable(revisionId),
  storyboardRevisionId: revisionId,
  sequences: array(sequence),
  requirements: array(requirement),
  blockers: array(blocker, { examples: [[]] }),
});

const lifecycle = named(
  'PhotoSequenceLifecycle',
  oneOf(['planned', 'generating', 'generated', 'in_review', 'repairing', 'human_review', 'certified'], {
    examples: ['certified'],
  }),
);

const decision = named('FrameDecision', oneOf(['accept', 'repair']));
const person = namedObject('Person', {
  id: text('5e2pq0v6d8mz2r9t7b5c3n1hja', 'the key of a person in the log'),
  name: nullable(text('Ada Smith', "as the person's token says; null where it is not known, or was erased")),
});

const decisionMembers = {
  decision,
  note: text('as written'),
  approveForTraining: boolean({ description: 'the person lets this picture be used for training', examples: [false] }),
  decidedBy: person,
  decidedAt: time,
};

const decided = namedObject('Decision', decisionMembers);

const decidedFrame = namedObject('DecidedFrame', { frameIndex, ...decisionMembers });

const plan = namedObject('PhotoSequencePlan', {
  id: planId,
  projectId,
  workPlanId,
  executionManifestArtifactHash: hash,
  part: count,
  firstFrame: count,
  frameCount: integer({ minimum: 1 }),
  priceCredits: integer({ minimum: 0, examples: [1] }),
  jobIds: array(jobId),
  repairPlanIds: array(repairPlanId, { examples: [[]] }),
  superseded: boolean({ description: 'another plan generates or was decided on: this one is closed' }),
  createdAt: time,
  updatedAt: time,
});

const frame = namedObject('PhotoSequenceFrame', {
  frameIndex,
  requirementId,
  title: frameTitle,
  status: requirementStatus,
  asset: nullable(asset),
  evidence: nullable(evidence),
  decision: nullable(decided),
});

const certifiedFrame = namedObject('CertifiedFrame', {
  frameIndex,
  requirementId,
  assetHash: hash,
  evidence: nullable(evidence),
  decision: namedObject(
    'CertifiedDecision',
    { noteHash: hash, decidedBy: person, decidedAt: time },
    { description: 'The note is with the frame' },
  ),
});

const certificate = namedObject(
  'Certificate',
  { certifiedAt: time, frames: array(certifiedFrame) },
  { description: 'A person has accepted every frame: its picture, the evidence, the decision' },
);

export const photoSequence = namedObject('PhotoSequence', {
  ok: yes,
  plan,
  frames: array(frame),
  lifecycle,
  certificate: nullable(certificate),
});

const reviewDecision = namedObject('ReviewDecision', {
  frameIndex,
  decision,
  note: string({
    minLength: 1,
    maxLength: limits.noteCharsMax,
    description: 'recorded as the human rationale',
    examples: ['as written'],
  }),
  repairPromptAdditions: optional(
    array(string({ minLength: 1, maxLength: limits.repairAdditionCharsMax }), {
      maxItems: limits.repairAdditionsMax,
    }),
  ),
  approveForTraining: optional(named('ApproveForTraining', boolean({ default: false }))),
});

export const reviewRequest = namedObject('PhotoSequenceReviewRequest', {
  decisions: array(reviewDecision, { minItems: 1, maxItems: limits.decisionsMax }),
});

/** One decision for a frame: two would be ambiguous. */
export const oneDecisionEach: BodyRule<{ readonly decisions: readonly { readonly frameIndex: number }[] }> = {
  of: ['decisions'],
  flaws: ({ decisions }) =>
    repeatedIn(decisions.map((one) => one.frameIndex)).map((index) => ({
      pointer: `/decisions/${index}/frameIndex`,
      message: 'must not come twice',
    })),
};

export const reviewed = namedObject('PhotoSequenceReviewed', {
  ok: yes,
  planId,
  lifecycle,
  decisions: array(decidedFrame),
});
