/**
 * The place of the last generation, taken without one. Decisions on a plan count from the manifest that has that place
 * on. So a manifest that has generated nothing takes it before the first decision on a plan of it.
 *
 * The plans before are closed first, each at its known revision; then the project says so. Death in between owes the
 * parts that only a decision on a closed plan could take. The same review goes on from there, and a new plan is made of
 * the closed ones.
 */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import type { PlanDetails } from '../../../../commands/plan/state.ts';
import { projectDecider, projectStream } from '../../../../commands/project/decider.ts';
import { type Claim, isCurrent, type ProjectState } from '../../../../commands/project/state.ts';
import { Fault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import type { CommandContext, CommandHandler } from '../../log/command-handler.ts';
import { unlessLost } from '../../services/artifacts.ts';
import type { Services } from '../../services/services.ts';
import type { Manifest } from './manifest.ts';
import { planIdsOf } from './plan-storyboard.ts';
import { type StartDeps, supersede } from './start-claimed.ts';
import { readPlans } from './frame-facts.ts';

type Reader = { readonly commands: Pick<CommandHandler, 'read'> };
type Subject = Pick<PlanDetails, 'workspaceId' | 'manifestHash'>;

/** The manifest has the place, or a queued job of it is sure to give it the place. */
export const hasPlace = async (
  { commands }: Reader,
  { generated, open }: ProjectState,
  { manifestHash }: Subject,
): Promise<boolean> => {
  if (generated?.manifestHash === manifestHash) return true;
  if (open?.manifestHash !== manifestHash) return false;
  return (await commands.read(jobDecider, jobStream(open.jobId))).state.details !== null;
};

/**
 * Another manifest has generated or taken over since this one was planned, or generates now. No plan of it is decided
 * on, repaired or certified any more. A manifest that is lost cannot tell: planning again is the way out.
 */
export const isOutdated = async (
  { artifacts }: Pick<Services, 'artifacts'>,
  project: ProjectState,
  { workspaceId, manifestHash }: Subject,
): Promise<boolean> => {
  const { generated, generations, open } = project;
  if (generated?.manifestHash === manifestHash) return false;
  if (open !== null && open.manifestHash !== manifestHash) return true;
  if (generations === 0) return false;
  const manifest = await unlessLost(artifacts.get<Manifest>(workspaceId, manifestHash));
  return manifest === undefined || !isCurrent(project, manifestHash, manifest.round);
};

/** False: the manifest is outdated, or a plan that it was made of has moved. Planning again is the way out. */
export const takeOver = async (
  deps: StartDeps,
  { projectId, ...subject }: Subject & Pick<PlanDetails, 'projectId'>,
  context: CommandContext,
): Promise<boolean> => {
  const { workspaceId, manifestHash } = subject;
  for (let attempts = 0; attempts < limits.conflictRetriesMax; attempts += 1) {
    const { state: project, revision } = await deps.commands.read(projectDecider, projectStream(projectId));
    if (await hasPlace(deps, project, subject)) return true;
    if (await isOutdated(deps, project, subject)) return false;
    const manifest = await deps.artifacts.named<Manifest>(workspaceId, manifestHash);
    const { supersedes } = manifest;
    if (!(await areAsPlanned(deps.commands, supersedes, manifestHash))) return false;
    const by = { manifestHash, jobId: null, supersedes: [...supersedes] };
    if (!(await supersede(deps, project, by, context))) return false;
    const manifestPlanIds = planIdsOf(manifest, manifestHash);
    const command = { type: 'TakeOver', checkedAt: revision, manifestHash, manifestPlanIds } as const;
    const outcome = await deps.commands.handle(projectDecider, projectStream(projectId), command, context);
    if (outcome.kind !== 'refused') return true;
  }
  throw new Fault('unavailable', `${projectId}: the project keeps moving`);
};

/** The plans that the first claim of a manifest ends, each at its revision when the manifest was planned. */
export const supersededBy = (project: ProjectState, manifestHash: string, manifest: Manifest): Manifest['supersedes'] =>
  project.generated?.manifestHash === manifestHash ? [] : manifest.supersedes;

/** The claim of a generation or a repair: what is its own, and what follows from its manifest. */
export const claimOn = (
  project: ProjectState,
  manifest: Manifest,
  manifestHash: string,
  own: Pick<Claim, 'operation' | 'jobId' | 'planId' | 'requested' | 'requirementIds' | 'repairPlanId'>,
): Claim => ({
  ...own,
  n: project.lastClaim + 1,
  manifestHash,
  storyboardRevisionId: manifest.storyboardRevisionId,
  supersedes: [...supersededBy(project, manifestHash, manifest)],
  manifestPlanIds: [...planIdsOf(manifest, manifestHash)],
});

/**
 * Before anything is claimed or held; the start itself meets later decisions on one of them. One that `byManifestHash`
 * has ended already is as it should be.
 */
export const areAsPlanned = async (
  commands: Pick<CommandHandler, 'read'>,
  plans: Manifest['supersedes'],
  byManifestHash?: string,
): Promise<boolean> => {
  const standing = await readPlans(
    commands,
    plans.map(({ planId }) => planId),
  );
  return standing.every(
    ({ planId, revision, state }) =>
      plans.some((one) => one.planId === planId && one.revision === revision) ||
      (byManifestHash !== undefined && state.supersededBy === byManifestHash),
  );
};
