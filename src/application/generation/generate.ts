/**
 * Generate: checks on streams, then the saga that claims the storyboard, holds the credits and queues the job. The
 * project's revision at which the checks were made is the one that the claim is appended at.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { planStream } from '../../../commands/plan/stream.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { generatedManifests } from '../../../commands/project/state.ts';
import type { Claim, ProjectState } from '../../../commands/project/state.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { ok, refused } from '../application.ts';
import type { Caller, GenerateInput, Idempotency, Refused, Result, StoredAnswer } from '../application.ts';
import type { StreamState } from '../handle-command.ts';
import { manifestIdOf } from '../planning/manifest.ts';
import type { Manifest } from '../planning/manifest.ts';
import { planIdsOf, workPlanOf } from '../planning/plan-storyboard.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { resolveEngines } from '../planning/resolve-engines.ts';
import { loadStoryboard } from '../planning/build-manifest.ts';
import { readProject } from '../projects/read-project.ts';
import { contextOf } from '../services.ts';
import type { Services } from '../services.ts';
import { acceptedAnswer, alreadySatisfied } from './answers.ts';
import { readStandings } from './frame-facts.ts';
import { requestKey } from './idempotency.ts';
import type { RequestKey } from './idempotency.ts';
import { choose } from './select.ts';
import type { Choice, Selection } from './select.ts';
import { startClaimed } from './start-claimed.ts';

type Expected = Partial<GenerateInput>;
type Call = {
  readonly caller: Caller;
  readonly projectId: string;
  readonly manifest: Manifest;
  readonly manifestHash: string;
  readonly selection: Selection;
  readonly key: RequestKey;
};

export const createGenerate =
  (services: Services) =>
  async (
    caller: Caller,
    projectId: string,
    input: GenerateInput,
    idempotency: Idempotency | null,
  ): Promise<Result<StoredAnswer>> => {
    const found = await readProject(services.commands, caller, projectId);
    if (found.kind === 'refused') return found;
    if (found.value.state.storyboard === null) return refused('storyboard_not_found', 'the project has no storyboard');
    const key = requestKey(services.commands, caller, 'storyboard_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const manifestHash = input.expectedExecutionManifestArtifactHash.replace(/^sha256:/, '');
    const manifest = await readManifest(services, caller, projectId, manifestHash);
    if (manifest.kind === 'refused') return manifest;
    const differs = mismatch(manifest.value, manifestHash, input);
    if (differs !== undefined) return differs;
    const selection = { requested: input.requirementIds ?? null, part: null };
    return run(services, { caller, projectId, manifest: manifest.value, manifestHash, selection, key });
  };

/** The reference paid call: the plan names manifest and part. */
export const createGeneratePlan =
  (services: Services) =>
  async (caller: Caller, planId: string, input: Expected, idempotency: Idempotency): Promise<Result<StoredAnswer>> => {
    const { state: plan } = await services.commands.read(planDecider, planStream(planId));
    if (plan.details === null) return refused('plan_not_found', `there is no plan ${planId}`);
    const { workspaceId, projectId, manifestHash, part } = plan.details;
    if (workspaceId !== caller.workspaceId) {
      return refused('project_forbidden', `the plan ${planId} is not in the current workspace`);
    }
    const key = requestKey(services.commands, caller, 'plan_generate', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const manifest = await readManifest(services, caller, projectId, manifestHash);
    if (manifest.kind === 'refused') return manifest;
    const differs = mismatch(manifest.value, manifestHash, input);
    if (differs !== undefined) return differs;
    const selection = { requested: input.requirementIds ?? null, part };
    return run(services, { caller, projectId, manifest: manifest.value, manifestHash, selection, key });
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
  const planArtifact = contentHash(workPlanOf(manifest, manifestHash, planIdsOf(manifest, manifestHash)));
  const own: readonly (readonly [keyof Expected, string | null])[] = [
    ['expectedExecutionManifestArtifactHash', `sha256:${manifestHash}`],
    ['expectedExecutionManifestId', manifestIdOf(manifestHash)],
    ['expectedPlanArtifactHash', `sha256:${planArtifact}`],
    ['expectedScriptRevisionId', manifest.scriptRevisionId],
    ['expectedStoryboardRevisionId', manifest.storyboardRevisionId],
  ];
  const differing = own.find(([member, value]) => expected[member] !== undefined && expected[member] !== value);
  if (differing === undefined) return undefined;
  return refused('expected_mismatch', `${differing[0]} is not what the plan says: plan again`, {
    member: differing[0],
  });
};

/** Checks and claims until the claim is appended at the very revision that the checks were made at. */
const run = async (services: Services, call: Call): Promise<Result<StoredAnswer>> => {
  for (let attempt = 0; attempt < limits.conflictRetriesMax; attempt += 1) {
    const found = await readProject(services.commands, call.caller, call.projectId);
    if (found.kind === 'refused') return call.key.release(found);
    const choice = await check(services, call, found.value.state);
    if (choice.kind === 'refused') return call.key.release(choice);
    if (choice.kind === 'satisfied') {
      return ok({ ...alreadySatisfied(choice.planId, call.manifestHash, call.manifest), replayed: false });
    }
    const answer =
      choice.kind === 'existing'
        ? await answerExisting(services, call, found.value.state, choice.claim)
        : await start(services, call, found.value, choice);
    if (answer !== 'moved') return answer;
  }
  throw new Fault('unavailable', `${call.projectId}: the project keeps moving`);
};

const check = async (services: Services, call: Call, project: ProjectState): Promise<Choice> => {
  const { manifest, manifestHash, caller } = call;
  const standings = await readStandings(services.commands, project, { manifestHash });
  const provider = await providerToday(services, caller, project, manifest);
  const today = { priceListVersion: services.prices.version, provider };
  return choose({ project, manifest, manifestHash, standings, today }, call.selection);
};

/** What planning would choose now. A storyboard that has moved is refused before this matters. */
const providerToday = async (
  services: Services,
  caller: Caller,
  project: ProjectState,
  manifest: Manifest,
): Promise<string> => {
  const planned = manifest.engines[0] ?? '';
  if (project.storyboard?.revisionId !== manifest.storyboardRevisionId) return planned;
  const storyboard = await loadStoryboard(services.artifacts, caller.workspaceId, project.storyboard);
  const { engines } = await resolveEngines(services, storyboard.engine ?? 'auto');
  return engines[0] ?? '';
};

/** A job that is there already, active or ended; an open claim that is not decided yet is carried through first. */
const answerExisting = async (
  services: Services,
  call: Call,
  project: ProjectState,
  claim: Claim,
): Promise<Result<StoredAnswer> | 'moved'> => {
  const claimed = await call.key.claim(claim.jobId, call.projectId);
  if (claimed.kind === 'refused') return claimed;
  if (claimed.value !== null) return ok(claimed.value);
  if (claim.outcome === null) {
    const started = await startClaimed(services, call.projectId, project, claim, contextOf(call.caller));
    if (started.kind === 'refused') {
      await call.key.release(refused(started.refusal.code));
      return 'moved';
    }
  }
  const { state: job } = await services.commands.read(jobDecider, jobStream(claim.jobId));
  return call.key.answer(acceptedAnswer(claim.jobId, job, true));
};

const start = async (
  services: Services,
  call: Call,
  { state: project, revision }: StreamState<ProjectState>,
  choice: Choice & { readonly kind: 'start' },
): Promise<Result<StoredAnswer> | 'moved'> => {
  const { caller, projectId, key } = call;
  const claimed = await key.claim(choice.jobId, projectId);
  if (claimed.kind === 'refused') return claimed;
  if (claimed.value !== null) return ok(claimed.value);
  const claim = claimOf(call, project, choice);
  const context = contextOf(caller);
  const command = { type: 'ClaimGeneration', checkedAt: revision, claim } as const;
  const outcome = await services.commands.handle(projectDecider, projectStream(projectId), command, context);
  if (outcome.kind !== 'accepted') {
    // Another call was first: look again at what there is now.
    await key.release(refused('storyboard_job_active'));
    return 'moved';
  }
  const started = await startClaimed(services, projectId, outcome.state, claim, context);
  if (started.kind === 'queued') return key.answer(acceptedAnswer(choice.jobId, started.job, false));
  const { code, detail } = started.refusal;
  return key.release(refused(code, messages[code], detail));
};

const messages = {
  insufficient_credits: 'the workspace has too few credits for the worst case of this part',
  too_many_open_holds: 'too much paid work is open in this workspace: wait for some of it to end, or review it',
  expected_mismatch: 'a person has decided on the plan before this one: plan again',
} as const;

const claimOf = (
  { manifest, manifestHash, selection }: Call,
  project: ProjectState,
  { jobId, planId, requirementIds }: Choice & { readonly kind: 'start' },
): Omit<Claim, 'outcome'> => {
  const isFirst = !generatedManifests(project).some(({ hash }) => hash === manifestHash);
  return {
    n: project.claims.length + 1,
    operation: 'storyboard_image_generate',
    jobId,
    planId,
    manifestHash,
    storyboardRevisionId: manifest.storyboardRevisionId,
    requested: selection.requested === null ? null : [...selection.requested].sort(),
    requirementIds: [...requirementIds],
    repairPlanId: null,
    supersedes: isFirst ? [...manifest.supersedes] : [],
    manifestPlanIds: [...planIdsOf(manifest, manifestHash)],
  };
};
