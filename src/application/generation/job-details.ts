/** What a job is to do, drawn from its claim, the manifest and what earlier jobs left: the same whoever asks. */
import { heldFor } from '../../../commands/job/state.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import { attemptsMaxOf } from '../../../commands/plan/state.ts';
import type { PlanFrame } from '../../../commands/plan/state.ts';
import type { Claim } from '../../../commands/project/state.ts';
import type { JobRequirement } from '../../../events/job/common.ts';
import { assert } from '../../kernel/faults.ts';
import { frameIndexOf, isSatisfied, workPlanIdOf } from '../planning/manifest.ts';
import type { Manifest, ManifestRequirement } from '../planning/manifest.ts';
import { acceptedAsset, attemptsMade } from './frame-facts.ts';
import type { Standings } from './frame-facts.ts';

export type Ground = {
  readonly claim: Claim;
  readonly manifest: Manifest;
  /** Frames of the manifest's plans by requirement id. */
  readonly frames: ReadonlyMap<string, PlanFrame>;
  readonly standings: Standings;
};

export const jobDetails = (ground: Ground, holdId: string): JobDetails => {
  const { claim, manifest } = ground;
  const byId = new Map(manifest.requirements.map((requirement) => [requirement.requirementId, requirement]));
  const requirements = claim.requirementIds.map((requirementId) => {
    const requirement = byId.get(requirementId);
    assert(requirement !== undefined, `the claim names ${requirementId}, which its manifest does not hold`);
    return requirementOf(ground, requirement);
  });
  return {
    workspaceId: manifest.workspaceId,
    projectId: manifest.projectId,
    planId: claim.planId,
    n: claim.n,
    holdId,
    operation: claim.operation,
    repairPlanId: claim.repairPlanId,
    manifestHash: claim.manifestHash,
    storyboardRevisionId: manifest.storyboardRevisionId,
    workPlanId: workPlanIdOf(claim.manifestHash),
    requested: claim.requested,
    resume: claim.repairPlanId === null && isMoreLeft(ground),
    continuityMode: manifest.continuityMode,
    engines: [...manifest.engines],
    requiredCredits: requirements.reduce((sum, requirement) => sum + heldFor(requirement), 0),
    requirements,
  };
};

/** Something of the manifest is neither accepted, nor taken by an earlier job, nor by this one. */
const isMoreLeft = ({ claim, manifest, standings }: Ground): boolean =>
  manifest.requirements.some(
    (requirement) =>
      !isSatisfied(requirement) &&
      !standings.has(requirement.requirementId) &&
      !claim.requirementIds.includes(requirement.requirementId),
  );

const requirementOf = (ground: Ground, requirement: ManifestRequirement): JobRequirement => {
  const { requirementId, index, title, seed, previousRequirementId } = requirement;
  const frame = ground.frames.get(requirementId);
  assert(frame !== undefined, `no plan holds the requirement ${requirementId}`);
  const standing = ground.standings.get(requirementId);
  const before = standing?.frame;
  const attemptsUsed = attemptsMade(standing);
  // Of a job that never began with the frame: what it was to heed is still to be heeded.
  const unheeded = before?.requirement.attemptsUsed === attemptsUsed ? before.requirement : undefined;
  return {
    requirementId,
    frameIndex: frameIndexOf(index),
    title,
    priceCredits: ground.manifest.priceCredits,
    attemptsUsed,
    attemptsMax: attemptsMaxOf(frame),
    seed,
    previousRequirementId,
    previousAsset: previousAssetOf(ground, previousRequirementId),
    additionsHash: frame.review?.additionsHash ?? unheeded?.additionsHash ?? null,
    corrections: before?.scored?.evidence.corrections.slice() ?? unheeded?.corrections.slice() ?? [],
  };
};

/**
 * What the frame continues, where an earlier job or manifest made it. For a frame that a repair makes together with the
 * one before, it is that one's latest scored picture: it stands in when a person accepts that frame before the repair
 * begins, which then leaves it out.
 */
const previousAssetOf = ({ claim, frames, standings }: Ground, previousRequirementId: string | null) => {
  if (previousRequirementId === null) return null;
  const standing = standings.get(previousRequirementId);
  if (claim.requirementIds.includes(previousRequirementId)) return standing?.frame.scored?.asset ?? null;
  const frame = frames.get(previousRequirementId);
  return frame === undefined ? null : acceptedAsset(frame, standing);
};
