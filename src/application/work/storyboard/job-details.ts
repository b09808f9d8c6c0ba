/** The details of a job, from its claim, the manifest and the remains of earlier jobs: the same for every caller. */
import { heldFor } from '../../../../commands/job/queries.ts';
import { attemptsMaxOf, type PlanFrame } from '../../../../commands/plan/state.ts';
import type { Claim } from '../../../../commands/project/state.ts';
import type { JobTask } from '../../../../events/job.ts';
import { assert } from '../../../kernel/faults.ts';
import type { JobPlan } from '../start-job.ts';
import { acceptedAsset, attemptsMade, type Standings, wordsOf } from './frame-facts.ts';
import { frameIndexOf, isSatisfied, type Manifest, type ManifestRequirement, workPlanIdOf } from './manifest.ts';

export type Ground = {
  readonly claim: Claim;
  readonly manifest: Manifest;
  /** Frames of the manifest's plans by requirement id. */
  readonly frames: ReadonlyMap<string, PlanFrame>;
  readonly standings: Standings;
};

export const jobPlan = (ground: Ground): JobPlan => {
  const { claim, manifest } = ground;
  const byId = new Map(manifest.requirements.map((requirement) => [requirement.requirementId, requirement]));
  const tasks = claim.requirementIds.map((requirementId) => {
    const requirement = byId.get(requirementId);
    assert(requirement !== undefined, `the claim names ${requirementId}, which its manifest does not hold`);
    return taskOf(ground, requirement);
  });
  return {
    workspaceId: manifest.workspaceId,
    kind: 'storyboard',
    operation: claim.operation,
    projectId: manifest.projectId,
    n: claim.n,
    contentHash: claim.manifestHash,
    storyboard: {
      planId: claim.planId,
      workPlanId: workPlanIdOf(claim.manifestHash),
      storyboardRevisionId: manifest.storyboardRevisionId,
      repairPlanId: claim.repairPlanId,
      continuityMode: manifest.continuityMode,
      requested: claim.requested,
      resume: isMoreLeft(ground),
      ...(claim.request !== undefined && { request: claim.request }),
    },
    ...(manifest.governance === undefined ? {} : { governance: { ...manifest.governance } }),
    settle: 'each',
    engines: [{ makes: 'image', names: [...manifest.engines] }],
    requiredCredits: tasks.reduce((sum, task) => sum + heldFor(task), 0),
    tasks,
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

const taskOf = (ground: Ground, requirement: ManifestRequirement): JobTask => {
  const { requirementId, index, title, seed, previousRequirementId } = requirement;
  const frame = ground.frames.get(requirementId);
  assert(frame !== undefined, `no plan holds the requirement ${requirementId}`);
  const standing = ground.standings.get(requirementId);
  const before = standing?.task;
  const attemptsUsed = attemptsMade(standing);
  // A job that never began with the frame leaves its corrections to this one.
  const unheeded = before?.attemptsUsed === attemptsUsed ? before : undefined;
  return {
    taskId: requirementId,
    index: frameIndexOf(index),
    makes: 'image',
    title,
    after: afterOf(ground, previousRequirementId),
    judged: true,
    priceCredits: ground.manifest.priceCredits,
    attemptsUsed,
    attemptsMax: attemptsMaxOf(frame),
    seed,
    previousAsset: previousAssetOf(ground, previousRequirementId),
    additionsHash: wordsOf(frame, standing, requirement.additionsHash ?? null),
    corrections: before?.scored?.evidence.corrections.slice() ?? unheeded?.corrections.slice() ?? [],
  };
};

/** The frame before it, where this job makes that one too; one that is neither made nor accepted keeps it waiting. */
const afterOf = (ground: Ground, previousRequirementId: string | null): string[] => {
  if (previousRequirementId === null) return [];
  const isOurs = ground.claim.requirementIds.includes(previousRequirementId);
  return isOurs || previousAssetOf(ground, previousRequirementId) === null ? [previousRequirementId] : [];
};

/**
 * The picture that the frame continues, where an earlier job or manifest made it. A repair may make a frame together
 * with the one before. Then it is the picture that a person may accept before the repair begins; the repair then leaves
 * that one out.
 */
const previousAssetOf = ({ claim, frames, standings }: Ground, previousRequirementId: string | null) => {
  if (previousRequirementId === null) return null;
  const standing = standings.get(previousRequirementId);
  const frame = frames.get(previousRequirementId);
  if (claim.requirementIds.includes(previousRequirementId)) {
    return standing?.task.scored?.asset ?? frame?.carried?.asset ?? null;
  }
  return frame === undefined ? null : acceptedAsset(frame, standing);
};
