/** The request of generate (spec, StoryboardImageGenerateRequest). */
import { limits } from '../../../kernel/limits.ts';
import { array, literal, named, namedObject, nullable, optional, string } from '../../../kernel/shape.ts';
import { spendBody } from './common.ts';

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

export const generateRequest = named(
  'StoryboardImageGenerateRequest',
  spendBody({ expectedExecutionManifestArtifactHash: manifestHash, ...optionalChecks }),
);

export const planGenerateRequest = namedObject('PlanGenerateRequest', {
  confirm: literal(true),
  expectedExecutionManifestArtifactHash: optional(manifestHash),
  ...optionalChecks,
});
