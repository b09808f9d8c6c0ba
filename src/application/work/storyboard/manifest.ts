/** The manifest: the whole work of one storyboard, priced and addressed by its hash. Pure and deterministic. */
import type { CarriedFrame } from '../../../../commands/plan/state.ts';
import { contentHash } from '../../../kernel/canonical-json.ts';
import type { GovernanceRule } from '../../../kernel/governance.ts';
import { idFromContent } from '../../../kernel/ids.ts';
import { limits } from '../../../kernel/limits.ts';
import { creditCeiling } from '../../../kernel/pricing.ts';
import {
  identityOf,
  type ReferencePlate,
  referencesOf,
  type ResolveReference,
} from '../../projects/reference-plates.ts';
import type { Storyboard, StoryboardFrame, ContinuityMode, AspectRatio } from '../../projects/storyboard.ts';
import type { Blocker } from '../resolve-engines.ts';

export type ManifestRequirement = {
  readonly requirementId: string;
  /** Index in the storyboard; the frame index within its part is this modulo the size of a part. */
  readonly index: number;
  readonly prompt: string;
  readonly title: string | null;
  readonly role: 'start' | 'end' | null;
  readonly sceneId: string | null;
  readonly referencePlates: readonly ReferencePlate[];
  /** Of its first attempt under this manifest. It goes on from the attempts that earlier ones made at it. */
  readonly seed: number;
  /** Artifact with the words of its reviewer that the next picture is to heed; absent without any. */
  readonly additionsHash?: string;
  /** Under `chain`: the requirement of the frame before. */
  readonly previousRequirementId: string | null;
  readonly carried: CarriedFrame | null;
};

export type Manifest = {
  readonly kind: 'execution-manifest';
  readonly version: 1;
  readonly workspaceId: string;
  readonly projectId: string;
  readonly scriptRevisionId: string | null;
  readonly storyboardRevisionId: string;
  readonly continuityMode: ContinuityMode;
  readonly aspectRatio: AspectRatio;
  readonly width: number;
  readonly height: number;
  readonly styleNotes: string | null;
  readonly negativePrompt: string | null;
  /** Of the planner's mode; absent for the mode `balanced`. */
  readonly governance?: GovernanceRule;
  /** The engine planned with, then the ladder's next ones. */
  readonly engines: readonly string[];
  readonly priceListVersion: string;
  readonly priceCredits: number;
  readonly attemptsPerRequirement: number;
  /** How often manifests of this project had generated when this one was planned: it carries frames of that moment. */
  readonly round: number;
  /** The plans of the last of them, each with its revision. */
  readonly supersedes: readonly { readonly planId: string; readonly revision: number }[];
  readonly blockers: readonly Blocker[];
  readonly requirements: readonly ManifestRequirement[];
  /** Frames that were made before and are not required here, oldest first; absent where there is none. */
  readonly laidAside?: readonly LaidAside[];
};

/** A frame that the storyboard has no more. Its id is its content: when that returns, so does what was left of it. */
export type LaidAside = Pick<ManifestRequirement, 'requirementId' | 'carried' | 'additionsHash'> & {
  /** Absent for the first seed of the requirement. */
  readonly seed?: number;
};

export const manifestIdOf = (manifestHash: string): string => idFromContent('mnf', manifestHash);
export const workPlanIdOf = (manifestHash: string): string => idFromContent('wpl', manifestHash);

export const partOf = (index: number): number => Math.floor(index / limits.framesPerPlanMax);
export const frameIndexOf = (index: number): number => index % limits.framesPerPlanMax;
export const partCount = (manifest: Manifest): number => partOf(manifest.requirements.length - 1) + 1;
export const requirementsOfPart = (manifest: Manifest, part: number): readonly ManifestRequirement[] =>
  manifest.requirements.slice(part * limits.framesPerPlanMax, (part + 1) * limits.framesPerPlanMax);

/** The identity of a requirement: the picture and how it is drawn, not its place or its title. */
const renderingOf = (storyboard: Storyboard, frame: StoryboardFrame, references: readonly string[]) => ({
  prompt: frame.prompt,
  role: frame.role ?? null,
  references,
  continuityMode: storyboard.continuityMode ?? 'chain',
  aspectRatio: storyboard.aspectRatio ?? '16:9',
  engine: storyboard.engine ?? 'auto',
  seed: storyboard.seed ?? null,
  styleNotes: storyboard.styleNotes ?? null,
  negativePrompt: storyboard.negativePrompt ?? null,
});

/**
 * Requirements in frame order. A revised storyboard keeps the ids of unchanged frames, so accepted frames stay
 * accepted. Equal frames differ by their occurrence, and under `chain` by the frame that they continue.
 */
export const requirementsOf = (
  workspaceId: string,
  projectId: string,
  storyboard: Storyboard,
  resolve: ResolveReference,
): readonly Omit<ManifestRequirement, 'carried'>[] => {
  const occurrences = new Map<string, number>();
  const requirements: Omit<ManifestRequirement, 'carried'>[] = [];
  let previousRequirementId: string | null = null;
  for (const [index, frame] of storyboard.frames.entries()) {
    const plates = referencesOf(storyboard, frame, index).map(({ url }) => resolve(url));
    const rendering = renderingOf(storyboard, frame, plates.map(identityOf));
    const content = contentHash(rendering);
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    const previous: string | null = rendering.continuityMode === 'chain' ? previousRequirementId : null;
    const requirementId = idFromContent('req', workspaceId, projectId, content, occurrence, previous);
    requirements.push({
      requirementId,
      index,
      prompt: frame.prompt,
      title: frame.title ?? null,
      role: frame.role ?? null,
      sceneId: frame.sceneId ?? null,
      referencePlates: plates.map(({ plate }) => plate),
      seed: firstSeedOf(requirementId),
      previousRequirementId: previous,
    });
    previousRequirementId = requirementId;
  }
  return requirements;
};

/** The storyboard's seed is in the requirement's id already; equal frames still get seeds of their own. */
export const firstSeedOf = (requirementId: string): number =>
  parseInt(contentHash(requirementId).slice(0, 8), 16) % (limits.seedMax + 1);

export const isSatisfied = (requirement: Pick<ManifestRequirement, 'carried'>): boolean => requirement.carried !== null;

/** Average attempts of a supervised frame, in hundredths: a quarter of frames need a second one. */
const EXPECTED_ATTEMPTS_PERCENT = 125;

/** Credits for unsatisfied requirements: the expected cost, and the most that they can cost. */
export const quoteOf = (manifest: Manifest): { readonly expectedCredits: number; readonly creditCeiling: number } => {
  const pending = manifest.requirements.filter((requirement) => !isSatisfied(requirement)).length;
  return {
    expectedCredits: Math.ceil((pending * manifest.priceCredits * EXPECTED_ATTEMPTS_PERCENT) / 100),
    creditCeiling: pending * creditCeiling(manifest.priceCredits),
  };
};
