/** Plan: the requirements of a storyboard and their cost. Spends nothing; idempotent. */
import { planDecider, planIdOf, planStream } from '../../../../commands/plan/decider.ts';
import { type CarriedFrame, type PlanState, sentToRepairOf } from '../../../../commands/plan/state.ts';
import { followsScript, isStale, jobsOfManifest, type ProjectState } from '../../../../commands/project/state.ts';
import { type Caller, contextOf } from '../../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../../calls/result.ts';
import { readProject } from '../../projects/project-gate.ts';
import { type Services } from '../../services/services.ts';
import { readProfile } from '../../settings/read-profile.ts';
import { buildManifest } from './build-manifest.ts';
import { readStandings, type Stand, standUnder } from './frame-facts.ts';
import {
  frameIndexOf,
  type Manifest,
  manifestIdOf,
  partCount,
  partOf,
  quoteOf,
  requirementsOfPart,
  workPlanIdOf,
} from './manifest.ts';

export const createPlanStoryboard =
  (services: Services) =>
  async (caller: Caller, projectId: string): Promise<Result<Body>> => {
    const found = await readProject(services.commands, caller, projectId);
    if (found.kind === 'refused') return found;
    const { state } = found.value;
    const { storyboard } = state;
    if (storyboard === null) return refused('storyboard_not_found', withoutStoryboard(state));
    if (isStale(state)) return refused('script_revision_conflict', staleBy(state));
    const { profile } = await readProfile(services, caller);
    const project = { ...state, storyboard };
    const manifest = await buildManifest(services, caller.workspaceId, projectId, project, profile);
    const manifestHash = await services.artifacts.put(caller.workspaceId, manifest);
    const planIds = planIdsOf(manifest, manifestHash);
    const plans = await preparePlans(services, caller, manifest, manifestHash);
    const planArtifact = workPlanOf(manifest, manifestHash, planIds);
    const planArtifactHash = await services.artifacts.put(caller.workspaceId, planArtifact);
    const standings = await readStandings(services.commands, jobsOfManifest(state, manifestHash));
    const stand = standUnder(standings, sentToRepairOf(plans));
    return ok({
      ok: true,
      planId: planIds[nextPart(manifest, stand)] ?? planIds[0],
      workPlanId: workPlanIdOf(manifestHash),
      plan: { ...planArtifact.plan, ...styleOf(manifest) },
      planArtifact: { artifactHash: `sha256:${planArtifactHash}` },
      executionManifest: { id: manifestIdOf(manifestHash) },
      executionManifestArtifact: { artifactHash: `sha256:${manifestHash}` },
      scriptRevisionId: manifest.scriptRevisionId,
      storyboardRevisionId: manifest.storyboardRevisionId,
      sequences: planArtifact.sequences,
      requirements: requirementViews(manifest, planIds, stand),
      blockers: manifest.blockers,
    });
  };

/** As the engines will have it, with the words of the creative settings. */
const styleOf = ({ styleNotes, negativePrompt, governance }: Manifest) => ({
  ...(governance === undefined ? {} : { governanceMode: governance.mode }),
  ...(styleNotes === null ? {} : { styleNotes }),
  ...(negativePrompt === null ? {} : { negativePrompt }),
});

const withoutStoryboard = ({ script }: ProjectState): string => {
  const without = script === null ? 'no script to make one from' : 'no frame in its script to make one from';
  return `the project has no storyboard, and ${without}: PUT its script or its storyboard`;
};

/** A storyboard that follows its script is behind it only where the rule found nothing to draw. */
const staleBy = (state: ProjectState): string =>
  followsScript(state)
    ? 'the script has moved, and there is no frame in it: PUT a script with something to draw, or a storyboard'
    : 'the script has moved since this storyboard was given: PUT the storyboard again, as it is or changed';

/** The artifact that `expectedPlanArtifactHash` names: the quote and its parts. */
export const workPlanOf = (manifest: Manifest, manifestHash: string, planIds: readonly string[]) => ({
  kind: 'work-plan',
  workPlanId: workPlanIdOf(manifestHash),
  manifestHash,
  plan: {
    ...quoteOf(manifest),
    provider: manifest.engines[0] ?? null,
    priceListVersion: manifest.priceListVersion,
    continuityMode: manifest.continuityMode,
    aspectRatio: manifest.aspectRatio,
    attemptsPerRequirement: manifest.attemptsPerRequirement,
  },
  sequences: planIds.map((planId, part) => {
    const requirements = requirementsOfPart(manifest, part);
    return { planId, firstFrame: requirements[0]?.index ?? 0, frameCount: requirements.length };
  }),
});

export const planIdsOf = (manifest: Manifest, manifestHash: string): readonly string[] =>
  Array.from({ length: partCount(manifest) }, (_, part) =>
    planIdOf(manifest.workspaceId, manifest.projectId, manifestHash, part),
  );

const preparePlans = async (
  { commands }: Services,
  caller: Caller,
  manifest: Manifest,
  manifestHash: string,
): Promise<readonly PlanState[]> => {
  const { workspaceId, projectId, priceCredits } = manifest;
  return Promise.all(
    planIdsOf(manifest, manifestHash).map(async (planId, part) => {
      const requirements = requirementsOfPart(manifest, part);
      const details = {
        workspaceId,
        projectId,
        manifestHash,
        workPlanId: workPlanIdOf(manifestHash),
        part,
        firstFrame: requirements[0]?.index ?? 0,
        priceCredits,
        frames: requirements.map(({ requirementId, title }) => ({ requirementId, title })),
      };
      const carried = new Map<string, CarriedFrame>();
      for (const requirement of requirements) {
        if (requirement.carried !== null) carried.set(requirement.requirementId, requirement.carried);
      }
      const command = { type: 'PreparePlan', details, carried } as const;
      return (await commands.handle(planDecider, planStream(planId), command, contextOf(caller))).state;
    }),
  );
};

/** The first part with something to generate, else with something to repair; the first part when nothing is left. */
const nextPart = ({ requirements }: Manifest, { isNew, isDone }: Stand): number => {
  const next = requirements.find(isNew) ?? requirements.find((one) => !isDone(one));
  return partOf(next?.index ?? 0);
};

const requirementViews = (manifest: Manifest, planIds: readonly string[], { isDone }: Stand) =>
  manifest.requirements.map((requirement) => ({
    requirementId: requirement.requirementId,
    planId: planIds[partOf(requirement.index)],
    frameIndex: frameIndexOf(requirement.index),
    title: requirement.title,
    role: requirement.role,
    sceneId: requirement.sceneId,
    prompt: requirement.prompt,
    referencePlates: requirement.referencePlates.map(({ url, assetKey }) => ({ url, resolved: assetKey !== null })),
    provider: manifest.engines[0] ?? null,
    priceCredits: manifest.priceCredits,
    maxAttempts: manifest.attemptsPerRequirement,
    satisfied: isDone(requirement),
  }));
