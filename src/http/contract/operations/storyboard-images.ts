/** The plan of a storyboard, and the calls that generate it (spec, StoryboardImageGenerateRequest). */
import { limits } from '../../../kernel/limits.ts';
import { repeatedIn } from '../../../kernel/repeated-in.ts';
import { array, literal, named, namedObject, nullable, optional, string } from '../../../kernel/shape.ts';
import { type BodyRule, declaring, linkTo } from '../operation.ts';
import { pollPath, pollPathInside } from '../poll-path.ts';
import { spendBody } from '../shapes/common.ts';
import { alreadySatisfied, generateAccepted } from '../shapes/job.ts';
import { workPlan } from '../shapes/photo-sequence.ts';

const declare = declaring('storyboard-images');

/** A member that is refused with 409 when its subject has moved since planning. */
const expecting = (description: string) => string({ maxLength: limits.expectedMemberCharsMax, description });

const manifestHash = string({
  maxLength: limits.expectedMemberCharsMax,
  description: 'executionManifestArtifact.artifactHash of the plan',
  examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

const optionalChecks = {
  expectedExecutionManifestId: optional(expecting('executionManifest.id of the plan')),
  expectedPlanArtifactHash: optional(expecting('planArtifact.artifactHash of the plan')),
  expectedScriptRevisionId: optional(nullable(expecting('scriptRevisionId of the plan'))),
  expectedStoryboardRevisionId: optional(expecting('storyboardRevisionId of the plan')),
  requirementIds: optional(
    array(string({ minLength: 1, maxLength: limits.expectedMemberCharsMax }), {
      minItems: 1,
      maxItems: limits.framesMax,
      description: 'generate only these requirements instead of every pending one',
    }),
  ),
};

const generateRequest = named(
  'StoryboardImageGenerateRequest',
  spendBody({ expectedExecutionManifestArtifactHash: manifestHash, ...optionalChecks }),
);

const planGenerateRequest = namedObject('PlanGenerateRequest', {
  confirm: literal(true),
  expectedExecutionManifestArtifactHash: optional(manifestHash),
  ...optionalChecks,
});

const requirementsOnce: BodyRule<{ readonly requirementIds?: readonly string[] }> = {
  of: ['requirementIds'],
  flaws: ({ requirementIds = [] }) =>
    repeatedIn(requirementIds).map((index) => ({
      pointer: `/requirementIds/${index}`,
      message: 'must not come twice',
    })),
};

const claims = [
  'expected_mismatch',
  'script_revision_conflict',
  'storyboard_job_active',
  'repair_required',
  'chain_broken',
  'plan_has_blockers',
  'provider_not_configured',
  'provider_unavailable',
  'content_lost',
] as const;

export const planStoryboardImages = declare({
  method: 'POST',
  path: '/api/v1/projects/{projectId}/film-intelligence/storyboard-images/plan',
  summary: 'The authoritative work plan of the storyboard; spends nothing',
  description:
    'Says what each frame needs, which engine would draw it, and the ceiling of its price. The same ' +
    'storyboard gives the same plan, however often it is asked for. Reference pictures of other hosts are ' +
    'fetched; other bytes are another plan. `blockers` tell why generate would refuse. A long storyboard ' +
    'has several parts, each a photo sequence of its own.',
  authority: 'Plan',
  answers: { 200: workPlan },
  links: {
    200: {
      generate: {
        operationId: 'generateStoryboardImages',
        parameters: { projectId: '$request.path.projectId' },
        requestBody: {
          expectedExecutionManifestArtifactHash: '$response.body#/executionManifestArtifact/artifactHash',
        },
      },
      sequence: linkTo('getPhotoSequence', { projectId: '$request.path.projectId', planId: '$response.body#/planId' }),
    },
  },
  errors: ['storyboard_not_found', 'script_revision_conflict', 'content_lost'],
});

export const generateStoryboardImages = declare({
  method: 'POST',
  path: '/api/v1/projects/{projectId}/film-intelligence/storyboard-images/generate',
  summary: 'Start a supervised job for the open frames of the manifest',
  description:
    'Names the plan by the hash of its manifest, so that only planned frames are made and paid. ' +
    'The worst case is held; only accepted frames are charged. The job is in the ' +
    'log before the answer is given. A job of this manifest that is there already is the answer, and ' +
    'nothing is held anew.',
  authority: 'Spend',
  body: generateRequest,
  bodyOptional: true,
  rules: [requirementsOnce],
  missing: { expectedExecutionManifestArtifactHash: 'storyboard_image_execution_manifest_required' },
  idempotency: 'optional',
  answers: { 202: generateAccepted, 200: alreadySatisfied },
  links: {
    202: {
      poll: linkTo('pollJob', { projectId: '$request.path.projectId', jobId: '$response.body#/job/id' }),
      sequence: linkTo('getPhotoSequence', { projectId: '$request.path.projectId', planId: '$response.body#/plan/id' }),
      cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }),
    },
  },
  errors: ['storyboard_not_found', ...claims],
  location: pollPath,
});

export const generatePlan = declare({
  method: 'POST',
  path: '/api/v1/production/plans/{planId}/generate',
  summary: 'The reference paid call: the plan names manifest and part',
  description:
    'The plan in the path names the manifest and one part of it. Frames of that part that are neither ' +
    'accepted nor dispatched are generated. It takes no other confirmation than `confirm: true`, and an ' +
    'Idempotency-Key.',
  authority: 'Spend',
  body: planGenerateRequest,
  bodyOptional: true,
  rules: [requirementsOnce],
  missing: { confirm: 'confirmation_required' },
  idempotency: 'required',
  answers: { 202: generateAccepted, 200: alreadySatisfied },
  links: { 202: { cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }) } },
  errors: claims,
  location: pollPathInside,
  extension: true,
});
