/** Gathers what a manifest is made of: storyboard, engine, prices, and what earlier generations left. */
import { jobsOfManifest } from '../../../commands/project/state.ts';
import type { ProjectState, StoryboardRevision } from '../../../commands/project/state.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { imagePrice } from '../../kernel/pricing.ts';
import type { Storyboard } from '../application.ts';
import { acceptanceOf, readPlans, readStandings } from '../generation/frame-facts.ts';
import type { Services } from '../services.ts';
import { requirementsOf, sizeOf } from './manifest.ts';
import type { Manifest, ManifestRequirement } from './manifest.ts';
import { plateOf, unavailableReferences } from './reference-plates.ts';
import { resolveEngines } from './resolve-engines.ts';

type Deps = Pick<Services, 'commands' | 'artifacts' | 'imageEngines' | 'prices'>;

export const loadStoryboard = async (
  artifacts: Services['artifacts'],
  workspaceId: string,
  { artifactHash }: StoryboardRevision,
): Promise<Storyboard> => artifacts.named<Storyboard>(workspaceId, artifactHash);

export const buildManifest = async (
  deps: Deps,
  workspaceId: string,
  projectId: string,
  project: ProjectState & { readonly storyboard: StoryboardRevision },
): Promise<Manifest> => {
  const storyboard = await loadStoryboard(deps.artifacts, workspaceId, project.storyboard);
  const { engines, blockers } = await resolveEngines(deps, storyboard.engine ?? 'auto');
  const earlier = await readEarlier(deps, project);
  const requirements: readonly ManifestRequirement[] = requirementsOf(workspaceId, projectId, storyboard, (url) =>
    plateOf(workspaceId, url),
  ).map((requirement) => ({ ...requirement, carried: earlier.carried.get(requirement.requirementId) ?? null }));
  const aspectRatio = storyboard.aspectRatio ?? '16:9';
  return {
    kind: 'execution-manifest',
    version: 1,
    workspaceId,
    projectId,
    scriptRevisionId: project.script?.revisionId ?? null,
    storyboardRevisionId: project.storyboard.revisionId,
    continuityMode: storyboard.continuityMode ?? 'chain',
    aspectRatio,
    ...sizeOf(aspectRatio),
    styleNotes: storyboard.styleNotes ?? null,
    negativePrompt: storyboard.negativePrompt ?? null,
    engines,
    priceListVersion: deps.prices.version,
    priceCredits: imagePrice(deps.prices, engines[0] ?? '') ?? 0,
    attemptsPerRequirement: limits.attemptsByLadderMax,
    round: project.generations,
    supersedes: earlier.supersedes,
    blockers: [...blockers, ...unavailableReferences(requirements)],
    requirements,
  };
};

/** The last manifest that generated: what it accepted is carried on, and where its plans stand is remembered. */
const readEarlier = async ({ commands }: Deps, project: ProjectState) => {
  const carried = new Map<string, ManifestRequirement['carried']>();
  const last = project.generated;
  if (last === null) return { carried, supersedes: [] };
  const plans = await readPlans(commands, last.planIds);
  const standings = await readStandings(commands, jobsOfManifest(project, last.manifestHash));
  for (const { state } of plans) {
    for (const frame of state.frames) {
      carried.set(frame.requirementId, acceptanceOf(frame, standings.get(frame.requirementId)));
    }
  }
  const supersedes = plans.map(({ planId, revision }) => {
    assert(revision !== 'none', `the plan ${planId} generated and is not in the log`);
    return { planId, revision };
  });
  return { carried, supersedes };
};
