/** Gathers the inputs of a manifest: storyboard, engine, prices, and the remains of earlier generations. */
import type { CarriedFrame } from '../../../../commands/plan/state.ts';
import { jobsOfManifest } from '../../../../commands/project/queries.ts';
import type { ProjectState, StoryboardRevision } from '../../../../commands/project/state.ts';
import { assert, isFault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import { imagePrice } from '../../../kernel/pricing.ts';
import { plateOf, whyUnavailable, UNAVAILABLE } from '../../projects/reference-plates.ts';
import { loadStoryboard } from '../../projects/storyboard-artifact.ts';
import type { Services } from '../../services/services.ts';
import { resolveEngines, type Blocker } from '../resolve-engines.ts';
import { sizeOf } from '../sizes.ts';
import { acceptanceOf, readPlans, readStandings } from './frame-facts.ts';
import {
  type Accepted,
  type LaidAside,
  laidAsideOf,
  type Manifest,
  type ManifestRequirement,
  requirementsOf,
} from './manifest.ts';

type Deps = Pick<Services, 'commands' | 'artifacts' | 'engines' | 'prices'>;

export const buildManifest = async (
  deps: Deps,
  workspaceId: string,
  projectId: string,
  project: ProjectState & { readonly storyboard: StoryboardRevision },
): Promise<Manifest> => {
  const storyboard = await loadStoryboard(deps.artifacts, workspaceId, project.storyboard);
  const { engines, blockers } = await resolveEngines(deps, storyboard.engine ?? 'auto');
  const { accepted, supersedes } = await readEarlier(deps, workspaceId, project);
  const requirements: readonly ManifestRequirement[] = requirementsOf(workspaceId, projectId, storyboard, (url) =>
    plateOf(workspaceId, url),
  ).map((requirement) => ({ ...requirement, carried: accepted.get(requirement.requirementId) ?? null }));
  const laidAside = laidAsideOf(accepted, requirements);
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
    supersedes,
    blockers: [...blockers, ...unavailableReferences(requirements)],
    requirements,
    ...(laidAside.length > 0 && { laidAside }),
  };
};

/**
 * The last manifest that generated: its accepted frames are carried on, and those it had kept aside; the revisions of
 * its plans are recorded.
 */
const readEarlier = async (
  { commands, artifacts }: Deps,
  workspaceId: string,
  project: ProjectState,
): Promise<{ readonly accepted: Accepted; readonly supersedes: Manifest['supersedes'] }> => {
  const accepted = new Map<string, CarriedFrame | null>();
  const last = project.generated;
  if (last === null) return { accepted, supersedes: [] };
  const [laidAside, plans, standings] = await Promise.all([
    readLaidAside(artifacts, workspaceId, last.manifestHash),
    readPlans(commands, last.planIds),
    readStandings(commands, jobsOfManifest(project, last.manifestHash)),
  ]);
  for (const { requirementId, carried } of laidAside) accepted.set(requirementId, carried);
  for (const { state } of plans) {
    for (const frame of state.frames) {
      accepted.set(frame.requirementId, acceptanceOf(frame, standings.get(frame.requirementId)));
    }
  }
  const supersedes = plans.map(({ planId, revision }) => {
    assert(revision !== 'none', `the plan ${planId} generated and is not in the log`);
    return { planId, revision };
  });
  return { accepted, supersedes };
};

/** Planning again is the way out of a lost manifest: the frames that it had kept aside are then made anew. */
const readLaidAside = async (
  artifacts: Deps['artifacts'],
  workspaceId: string,
  manifestHash: string,
): Promise<readonly LaidAside[]> => {
  try {
    return (await artifacts.named<Manifest>(workspaceId, manifestHash)).laidAside ?? [];
  } catch (error) {
    if (isFault(error, 'lost')) return [];
    throw error;
  }
};

/** One for each requirement that is still to be made. */
export const unavailableReferences = (requirements: readonly ManifestRequirement[]): readonly Blocker[] =>
  requirements
    .filter(({ carried, referencePlates }) => carried === null && whyUnavailable(referencePlates) !== undefined)
    .map(({ requirementId }) => ({ code: 'reference_unavailable', message: UNAVAILABLE, requirementId }));
