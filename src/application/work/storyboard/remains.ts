/**
 * The remains of a requirement in earlier manifests. A frame that is made again goes on from the attempts before: under
 * the same seed the rejected picture would be sold once more. Pure.
 */
import { seedOf } from '../../../../commands/job/ladder.ts';
import type { CarriedFrame, PlanFrame } from '../../../../commands/plan/state.ts';
import { limits } from '../../../kernel/limits.ts';
import { acceptanceOf, attemptsMade, type Standing, wordsOf } from './frame-facts.ts';
import { firstSeedOf, type LaidAside, type ManifestRequirement } from './manifest.ts';

export type Remains = {
  /** How it was accepted; null for a frame that is not, or no longer. */
  readonly carried: CarriedFrame | null;
  /** Of the next attempt. */
  readonly seed: number;
  /** The words that the next picture is to heed; null for none. */
  readonly additionsHash: string | null;
};

/** By requirement id, oldest first. */
export type AllRemains = ReadonlyMap<string, Remains>;

/** `planned`: what the manifest of the frame has of it; undefined where that is lost. */
export const remainsOf = (
  frame: PlanFrame,
  standing: Standing | undefined,
  planned: ManifestRequirement | undefined,
): Remains => {
  const carried = acceptanceOf(frame, standing);
  const seed = standing?.task.seed ?? planned?.seed ?? firstSeedOf(frame.requirementId);
  return {
    carried,
    seed: seedOf(seed, attemptsMade(standing) + 1),
    additionsHash: carried === null ? wordsOf(frame, standing, planned?.additionsHash ?? null) : null,
  };
};

/** As a manifest has it, where nothing was made of it since. */
export const unmoved = ({ requirementId, carried, seed, additionsHash }: LaidAside): Remains => ({
  carried,
  seed: seed ?? firstSeedOf(requirementId),
  additionsHash: additionsHash ?? null,
});

export const withRemains = (
  requirement: Omit<ManifestRequirement, 'carried'>,
  remains: Remains | undefined,
): ManifestRequirement => {
  if (remains === undefined) return { ...requirement, carried: null };
  const { carried, seed, additionsHash } = remains;
  return { ...requirement, carried, seed, ...(additionsHash !== null && { additionsHash }) };
};

/**
 * Frames outside the requirements: the newest ones, so that a manifest stays within bounds. Accepted ones come first
 * and have places of their own.
 */
export const laidAsideOf = (
  all: AllRemains,
  requirements: readonly Pick<ManifestRequirement, 'requirementId'>[],
): readonly LaidAside[] => {
  const asked = new Set(requirements.map(({ requirementId }) => requirementId));
  const aside = [...all].flatMap(([requirementId, remains]) =>
    asked.has(requirementId) ? [] : [asideOf(requirementId, remains)],
  );
  const accepted = aside.filter(({ carried }) => carried !== null);
  const others = aside.filter(
    ({ carried, seed, additionsHash }) => carried === null && (seed ?? additionsHash) !== undefined,
  );
  return [accepted, others].flatMap((frames) => frames.slice(-limits.framesLaidAsideMax));
};

const asideOf = (requirementId: string, { carried, seed, additionsHash }: Remains): LaidAside => ({
  requirementId,
  carried,
  ...(seed !== firstSeedOf(requirementId) && { seed }),
  ...(additionsHash !== null && { additionsHash }),
});
