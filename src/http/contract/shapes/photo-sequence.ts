/** Work plans and photo sequences (contract, section 5). */
import { limits } from '../../../kernel/limits.ts';
import { array, boolean, integer, nullable, object, oneOf, open, optional, string } from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import { asset, credits, evidence, hash, id, text, time, yes } from './common.ts';

const artifact = object({ artifactHash: hash });

const requirement = object({
  requirementId: id,
  planId: id,
  frameIndex: integer({ minimum: 0, maximum: 31 }),
  title: nullable(text),
  role: nullable(text),
  sceneId: nullable(text),
  prompt: text,
  referencePlates: array(open()),
  provider: text,
  priceCredits: credits,
  maxAttempts: integer({ minimum: 1 }),
  satisfied: boolean(),
});

export const workPlan = object({
  ok: yes,
  planId: id,
  workPlanId: id,
  plan: object({
    creditCeiling: credits,
    expectedCredits: credits,
    provider: text,
    priceListVersion: text,
    continuityMode: text,
    aspectRatio: text,
    attemptsPerRequirement: integer({ minimum: 1 }),
  }),
  planArtifact: artifact,
  executionManifest: object({ id }),
  executionManifestArtifact: artifact,
  scriptRevisionId: nullable(id),
  storyboardRevisionId: id,
  sequences: array(object({ planId: id, firstFrame: integer({ minimum: 0 }), frameCount: integer({ minimum: 1 }) })),
  requirements: array(requirement),
  blockers: array(object({ code: text, message: text, requirementId: optional(id) })),
});

const lifecycle = oneOf(['planned', 'generating', 'generated', 'in_review', 'repairing', 'human_review', 'certified']);

const decided = object({
  frameIndex: optional(integer({ minimum: 0, maximum: 31 })),
  decision: oneOf(['accept', 'repair']),
  note: text,
  decidedBy: text,
  decidedAt: time,
});

export const photoSequence = object({
  ok: yes,
  plan: open(),
  frames: array(
    object({
      frameIndex: integer({ minimum: 0, maximum: 31 }),
      requirementId: id,
      title: nullable(text),
      status: text,
      asset: nullable(asset),
      evidence: nullable(evidence),
      decision: nullable(decided),
    }),
  ),
  lifecycle,
  certificate: nullable(open()),
});

export const reviewRequest = object({
  decisions: array(
    object({
      frameIndex: integer({ minimum: 0, maximum: limits.framesPerPlanMax - 1 }),
      decision: oneOf(['accept', 'repair']),
      note: string({ minLength: 1, maxLength: limits.noteCharsMax, description: 'recorded as the human rationale' }),
      repairPromptAdditions: optional(
        array(string({ minLength: 1, maxLength: limits.repairAdditionCharsMax }), {
          maxItems: limits.repairAdditionsMax,
        }),
      ),
      approveForTraining: optional(boolean({ default: false })),
    }),
    { minItems: 1, maxItems: limits.decisionsMax },
  ),
});

/** One decision for a frame: of two, nobody could tell which one was meant. */
export const oneDecisionEach: BodyRule<{ readonly decisions: readonly { readonly frameIndex: number }[] }> = (body) => {
  const seen = new Set<number>();
  for (const [index, { frameIndex }] of body.decisions.entries()) {
    if (seen.has(frameIndex)) return { pointer: `/decisions/${index}/frameIndex`, message: 'must not come twice' };
    seen.add(frameIndex);
  }
  return undefined;
};

export const reviewed = object({
  ok: yes,
  planId: id,
  lifecycle,
  decisions: array(decided),
});
