/**
 * Generate: checks on streams, then the saga that claims the storyboard, holds the credits and queues the job. The
 * project's revision at which the checks were made is the one that the claim is appended at.
 */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import { planDecider, planStream } from '../../../../commands/plan/decider.ts';
import { sentToRepairOf } from '../../../../commands/plan/state.ts';
import { isCurrent, jobsOfManifest, type PlanJob, type ProjectState } from '../../../../commands/project/state.ts';
import { contentHash } from '../../../kernel/canonical-json.ts';
import { type Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import { foreign, ok, refused, type Refused, type Result, type StoredAnswer } from '../../calls/result.ts';
import { type CommandHandler, recalling, type StreamState } from '../../log/command-handler.ts';
import { readProject } from '../../projects/project-gate.ts';
import { loadStoryboard } from '../../projects/storyboard-artifact.ts';
import { withOwnKeys } from '../../services/own-engines.ts';
import type { Services } from '../../services/services.ts';
import { AUTO, refusedBy, resolveEngines } from '../resolve-engines.ts';
import { alreadySatisfied, generateAccepted } from './answers.ts';
import { type PlanStanding, readPlans, readStandings, type Standings } from './frame-facts.ts';
import { isSatisfied, type Manifest, manifestIdOf } from './manifest.ts';
import { type Decision, MESSAGES, type PaidCall, paidCall } from './paid-call.ts';
import { planIdsOf, workPlanOf } from './plan-storyboard.ts';
import { type Choice, choose, jobIdsOf, type Selection } from './select.ts';
import { areAsPlanned, claimOn, supersededBy } from './take-over.ts';

export type GenerateInput = {
  readonly expectedExecutionManifestArtifactHash: string;
  readonly expectedExecutionManifestId?: string;
  readonly expectedPlanArtifactHash?: string;
  /** Null where the plan had none. */
  readonly expectedScriptRevisionId?: string | null;
  readonly expectedStoryboardRevisionId?: string;
  readonly requirementIds?: readonly string[];
};

type Expected = Partial<GenerateInput>;
type Call = PaidCall & {
  readonly manifest: Manifest;
  readonly manifestHash: string;
  readonly selection: Selection;
};

export const createGenerate =
  (services: Services) =>
  async (
    caller: Caller,
    projectId: string,
    input: GenerateInput,
    idempotency: Idempotency | null,
  ): Promise<Result<StoredAnswer>> => {
    const found = await readStoryboarded(services.commands, caller, projectId);
    if (found.kind === 'refused') return found;
    const key = requestKey(services, caller, 'storyboard_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const manifestHash = input.expectedExecutionManifestArtifactHash.replace(/^sha256:/, '');
    const asked = { caller, projectId, manifestHash, part: null, key };
    return underManifest(services, asked, input, found.value);
  };

/** As this process knows it, where that has a storyboard: the claim holds it against the log. */
const readStoryboarded = async (
  commands: CommandHandler,
  caller: Caller,
  projectId: string,
): Promise<Result<StreamState<ProjectState>>> => {
  const known = await readProject(recalling(commands), caller, projectId);
  if (known.kind === 'ok' && known.value.state.storyboard !== null) return known;
  const found = await readProject(commands, caller, projectId);
  if (found.kind === 'refused' || found.value.state.storyboard !== null) return found;
  return refused('storyboard_not_found', 'the project has no storyboard');
};

/** The reference paid call: the plan names manifest and part. */
export const createGeneratePlan =
  (services: Services) =>
  async (caller: Caller, planId: string, input: Expected, idempotency: Idempotency): Promise<Result<StoredAnswer>> => {
    const { state: plan } = await services.commands.read(planDecider, planStream(planId));
    if (plan.details === null) return refused('plan_not_found', `there is no plan ${planId}`);
    const { workspaceId, projectId, manifestHash, part } = plan.details;
    if (workspaceId !== caller.workspaceId) return foreign('plan', planId);
    const key = requestKey(services, caller, 'plan_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    return underManifest(services, { caller, projectId, manifestHash, part, key }, input);
  };

type Asked = Pick<Call, 'caller' | 'projectId' | 'manifestHash' | 'key'> & Pick<Selection, 'part'>;

/** `project`: as this process knows it, if it does. */
const underManifest = async (
  services: Services,
  { part, ...asked }: Asked,
  input: Expected,
  project?: StreamState<ProjectState>,
): Promise<Result<StoredAnswer>> => {
  const { caller, projectId, manifestHash } = asked;
  const manifest = await readManifest(services, caller, projectId, manifestHash);
  if (manifest.kind === 'refused') return manifest;
  const differs = mismatch(manifest.value, manifestHash, input);
  if (differs !== undefined) return differs;
  const selection = { requested: input.requirementIds ?? null, part };
  const call = { ...asked, manifest: manifest.value, selection, accepted: generateAccepted };
  return paidCall(services, call, async (state) => decide(services, call, state), project);
};

const readManifest = async (
  { artifacts }: Services,
  caller: Caller,
  projectId: string,
  manifestHash: string,
): Promise<Result<Manifest>> => {
  const manifest = await artifacts.get<Manifest>(caller.workspaceId, manifestHash);
  if (manifest?.kind === 'execution-manifest' && manifest.projectId === projectId) return ok(manifest);
  return refused('expected_mismatch', 'no plan of this project has that execution manifest hash: plan again', {
    member: 'expectedExecutionManifestArtifactHash',
  });
};

/** An `expected*` member that differs from the manifest's own value. */
const mismatch = (manifest: Manifest, manifestHash: string, expected: Expected): Refused | undefined => {
  const planArtifact = () => contentHash(workPlanOf(manifest, manifestHash, planIdsOf(manifest, manifestHash)));
  const own: readonly (readonly [keyof Expected, () => string | null])[] = [
    ['expectedExecutionManifestArtifactHash', () => `sha256:${manifestHash}`],
    ['expectedExecutionManifestId', () => manifestIdOf(manifestHash)],
    ['expectedPlanArtifactHash', () => `sha256:${planArtifact()}`],
    ['expectedScriptRevisionId', () => manifest.scriptRevisionId],
    ['expectedStoryboardRevisionId', () => manifest.storyboardRevisionId],
  ];
  const differing = own.find(([member, value]) => expected[member] !== undefined && expected[member] !== value());
  if (differing === undefined) return undefined;
  return refused('expected_mismatch', `${differing[0]} differs from the plan: plan again`, {
    member: differing[0],
  });
};

const decide = async (services: Services, call: Call, project: ProjectState): Promise<Decision> => {
  const choice = await check(services, call, project);
  if (choice.kind === 'satisfied') {
    return ok({ ...alreadySatisfied(choice.planId, call.manifestHash, call.manifest), replayed: false });
  }
  if (choice.kind !== 'start') return choice;
  const { jobId, planId, requirementIds } = choice;
  const { requested } = call.selection;
  const claim = claimOn(project, call.manifest, call.manifestHash, {
    operation: 'storyboard_image_generate',
    jobId,
    planId,
    requested: requested === null ? null : [...requested].sort(),
    requirementIds: [...requirementIds],
    repairPlanId: null,
  });
  return { kind: 'start', claim };
};

const check = async (services: Services, call: Call, project: ProjectState): Promise<Choice> => {
  const { manifest, manifestHash, caller } = call;
  const jobs = await knownJobs(services, call, project);
  const standings = await readStandings(services.commands, jobs);
  const plans = await readOwnPlans(services, call, standings);
  const sentToRepair = sentToRepairOf(plans.map(({ state }) => state));
  const { provider, refusal } = await engineToday(services, caller, project, manifest);
  const today = { priceListVersion: services.prices.version, provider };
  const choice = choose({ project, manifest, manifestHash, jobs, standings, sentToRepair, today }, call.selection);
  if (choice.kind !== 'start') return choice;
  if (plans.some(({ planId, state }) => planId === choice.planId && state.supersededBy !== null)) {
    return refused('expected_mismatch', 'a later plan has closed this one: plan again');
  }
  if (await areAsPlanned(services.commands, supersededBy(project, manifestHash, manifest))) return refusal ?? choice;
  return refused('expected_mismatch', MESSAGES.expected_mismatch);
};

/**
 * The project knows only jobs of the manifest that generated last. Jobs of an earlier manifest are found by their
 * names, which follow from the selection.
 */
const knownJobs = async (
  { commands }: Services,
  { manifest, manifestHash, selection }: Call,
  project: ProjectState,
): Promise<readonly PlanJob[]> => {
  if (isCurrent(project, manifestHash, manifest.round)) return jobsOfManifest(project, manifestHash);
  if (selection.requested === null) return [];
  const jobs = await Promise.all(
    jobIdsOf(manifest, manifestHash, selection.requested).map(async (jobId) => {
      const { details } = (await commands.read(jobDecider, jobStream(jobId))).state;
      const planId = details?.storyboard?.planId;
      return details === null || planId === undefined ? [] : [{ jobId, n: details.n, planId }];
    }),
  );
  return jobs.flat().toSorted((a, b) => a.n - b.n);
};

/**
 * The plans of the manifest; none where none of its frames is made, now or before. Such a plan has no frame that was
 * sent back, and is not closed.
 */
const readOwnPlans = async (
  { commands }: Services,
  { manifest, manifestHash }: Call,
  standings: Standings,
): Promise<readonly PlanStanding[]> =>
  standings.size === 0 && !manifest.requirements.some(isSatisfied)
    ? []
    : readPlans(commands, planIdsOf(manifest, manifestHash));

type EngineToday = {
  readonly provider: string;
  /** It is away, or configured no more: nothing can start. */
  readonly refusal?: Refused | undefined;
};

/** The choice of planning now. A changed storyboard is refused before this matters. */
const engineToday = async (
  services: Services,
  caller: Caller,
  project: ProjectState,
  manifest: Manifest,
): Promise<EngineToday> => {
  const planned = manifest.engines[0] ?? '';
  if (project.storyboard?.revisionId !== manifest.storyboardRevisionId) return { provider: planned };
  const storyboard = await loadStoryboard(services.artifacts, caller.workspaceId, project.storyboard);
  const asked = storyboard.engine ?? AUTO;
  const { engines, blocker } = await resolveEngines(await withOwnKeys(services, caller.workspaceId), asked);
  return { provider: engines[0] ?? '', refusal: blocker && refusedBy(blocker, 'image', asked) };
};
