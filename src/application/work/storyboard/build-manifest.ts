/** Gathers the inputs of a manifest: storyboard, engine, prices, and the remains of earlier generations. */
import { jobsOfManifest, type ProjectState, type StoryboardRevision } from '../../../../commands/project/state.ts';
import { assert } from '../../../kernel/faults.ts';
import { governanceOf } from '../../../kernel/governance.ts';
import { limits } from '../../../kernel/limits.ts';
import { unitPrice } from '../../../kernel/pricing.ts';
import {
  type KnownPictures,
  referencesOf,
  type ResolveReference,
  resolveReferences,
  unavailableIn,
} from '../../projects/reference-plates.ts';
import type { Storyboard } from '../../projects/storyboard.ts';
import { loadStoryboard } from '../../projects/storyboard-artifact.ts';
import { unlessLost } from '../../services/artifacts.ts';
import { withOwnKeys } from '../../services/own-engines.ts';
import type { Services } from '../../services/services.ts';
import { DEFAULT_PROFILE, type Profile } from '../../settings/profile.ts';
import { styleUnder } from '../../settings/under-profile.ts';
import { resolveEngines, type Blocker } from '../resolve-engines.ts';
import { sizeOf } from '../sizes.ts';
import { bannedFrames } from './banned-words.ts';
import { readPlans, readStandings } from './frame-facts.ts';
import { type Manifest, type ManifestRequirement, requirementsOf } from './manifest.ts';
import { type AllRemains, laidAsideOf, type Remains, remainsOf, unmoved, withRemains } from './remains.ts';

type Deps = Pick<Services, 'commands' | 'artifacts' | 'engines' | 'own' | 'prices' | 'references' | 'turns'>;

type Storyboarded = ProjectState & { readonly storyboard: StoryboardRevision };

/** The remains of earlier generations. */
type Earlier = Pick<Manifest, 'round' | 'supersedes'> & {
  readonly remains: AllRemains;
  /** Addresses of other hosts keep the pictures that they were found with. */
  readonly known: KnownPictures;
};

/** `profile`: of the planner. It says how open frames are drawn, and is no part of what a requirement is. */
export const buildManifest = async (
  deps: Deps,
  workspaceId: string,
  projectId: string,
  project: Storyboarded,
  profile: Profile = DEFAULT_PROFILE,
): Promise<Manifest> => {
  const storyboard = await loadStoryboard(deps.artifacts, workspaceId, project.storyboard);
  const of = { deps, workspaceId, projectId, project, profile, storyboard };
  return (await tookOver(of)) ?? manifestOf(of, await readEarlier(deps, workspaceId, project));
};

type Subject = {
  readonly deps: Deps;
  readonly workspaceId: string;
  readonly projectId: string;
  readonly project: Storyboarded;
  readonly profile: Profile;
  readonly storyboard: Storyboard;
};

const manifestOf = async (
  { deps, workspaceId, projectId, project, profile, storyboard }: Subject,
  { remains, round, supersedes, known }: Earlier,
): Promise<Manifest> => {
  const { engines, blocker } = await resolveEngines(await withOwnKeys(deps, workspaceId), storyboard.engine ?? 'auto');
  const resolve = await resolveReferences(deps.references, workspaceId, storyboard, known);
  const requirements: readonly ManifestRequirement[] = requirementsOf(workspaceId, projectId, storyboard, resolve).map(
    (requirement) => withRemains(requirement, remains.get(requirement.requirementId)),
  );
  const laidAside = laidAsideOf(remains, requirements);
  const governance = governanceOf(profile.governanceMode);
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
    ...styleUnder(profile, {
      styleNotes: storyboard.styleNotes ?? null,
      negativePrompt: storyboard.negativePrompt ?? null,
    }),
    ...(governance !== undefined && { governance }),
    engines,
    priceListVersion: deps.prices.version,
    priceCredits: unitPrice(deps.prices, 'image', engines[0] ?? '') ?? 0,
    attemptsPerRequirement: limits.attemptsByLadderMax,
    round,
    supersedes,
    blockers: [
      ...(blocker === undefined ? [] : [blocker]),
      ...(await bannedFrames(deps, workspaceId, { ...storyboard, requirements }, profile)),
      ...unavailableReferences(requirements, storyboard, resolve),
    ],
    requirements,
    ...(laidAside.length > 0 && { laidAside }),
  };
};

/**
 * The manifest that took over last, where planning would make the same of the storyboard now. It has generated nothing
 * yet: planning again names the plans that people have decided on, and makes no others.
 */
const tookOver = async (of: Subject): Promise<Manifest | undefined> => {
  const { deps, workspaceId, project } = of;
  const { generated } = project;
  if (generated === null || generated.jobs.length > 0) return undefined;
  const made = await readManifest(deps.artifacts, workspaceId, generated.manifestHash);
  if (made?.storyboardRevisionId !== project.storyboard.revisionId) return undefined;
  // By a start that failed since, or a step that died: these take no decision any more.
  const plans = await readPlans(deps.commands, generated.planIds);
  if (plans.some(({ state }) => state.supersededBy !== null)) return undefined;
  const { round, supersedes, requirements, laidAside = [] } = made;
  const remains = new Map([...laidAside, ...requirements].map((frame) => [frame.requirementId, unmoved(frame)]));
  const again = await manifestOf(of, { remains, round, supersedes, known: picturesOf(requirements) });
  return (await deps.artifacts.put(workspaceId, again)) === generated.manifestHash ? again : undefined;
};

/**
 * The last manifest that generated or took over: what it left of its frames is carried on, and what it had kept aside.
 * The revisions of its plans are recorded.
 */
const readEarlier = async (
  { commands, artifacts }: Deps,
  workspaceId: string,
  project: ProjectState,
): Promise<Earlier> => {
  const remains = new Map<string, Remains>();
  const { generated: last, generations: round } = project;
  if (last === null) return { remains, round, supersedes: [], known: new Map() };
  const [kept, plans, standings] = await Promise.all([
    readManifest(artifacts, workspaceId, last.manifestHash),
    readPlans(commands, last.planIds),
    readStandings(commands, jobsOfManifest(project, last.manifestHash)),
  ]);
  for (const frame of kept?.laidAside ?? []) remains.set(frame.requirementId, unmoved(frame));
  const planned = new Map(kept?.requirements.map((requirement) => [requirement.requirementId, requirement]));
  for (const frame of plans.flatMap(({ state }) => state.frames)) {
    const { requirementId } = frame;
    remains.set(requirementId, remainsOf(frame, standings.get(requirementId), planned.get(requirementId)));
  }
  const supersedes = plans.map(({ planId, revision }) => {
    assert(revision !== 'none', `the plan ${planId} is known to its project and is not in the log`);
    return { planId, revision };
  });
  return { remains, round, supersedes, known: picturesOf(kept?.requirements ?? []) };
};

/** Planning again is the way out of a lost manifest: the frames that it had kept aside are then made anew. */
const readManifest = async (artifacts: Deps['artifacts'], workspaceId: string, manifestHash: string) =>
  unlessLost(artifacts.named<Manifest>(workspaceId, manifestHash));

const picturesOf = (requirements: readonly ManifestRequirement[]): KnownPictures => {
  const known = new Map<string, string>();
  for (const { addressHash, assetKey } of requirements.flatMap(({ referencePlates }) => referencePlates)) {
    if (addressHash !== undefined && assetKey !== null) known.set(addressHash, assetKey);
  }
  return known;
};

/** One for each requirement that is still to be made. */
const unavailableReferences = (
  requirements: readonly ManifestRequirement[],
  storyboard: Storyboard,
  resolve: ResolveReference,
): readonly Blocker[] =>
  requirements.flatMap(({ requirementId, index, carried }) => {
    const frame = storyboard.frames[index];
    if (carried !== null || frame === undefined) return [];
    const unavailable = unavailableIn(referencesOf(storyboard, frame, index), resolve);
    if (unavailable.length === 0) return [];
    const reasons = unavailable.map(({ pointer, message }) => `${pointer}: ${message}`);
    const message = `a reference picture is not available: ${reasons.join('; ')}`;
    return [{ code: 'reference_unavailable', message, requirementId }];
  });
