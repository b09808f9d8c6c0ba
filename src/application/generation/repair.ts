/** Repair: what failed in one plan is made anew, under a hold of its own; what is accepted stays as it is. */
import { isFinal } from '../../../commands/job/state.ts';
import { heldFor } from '../../../commands/job/state.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream, repairJobId } from '../../../commands/job/stream.ts';
import { isAcceptedByPerson, isSentToRepair } from '../../../commands/plan/state.ts';
import type { PlanDetails, PlanFrame, PlanState } from '../../../commands/plan/state.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { openClaim } from '../../../commands/project/state.ts';
import type { Claim, ProjectState } from '../../../commands/project/state.ts';
import { projectStream, repairPlanIdOf } from '../../../commands/project/stream.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { creditCeiling } from '../../kernel/pricing.ts';
import { ok, refused } from '../application.ts';
import type { Caller, Idempotency, Refused, Result, StoredAnswer } from '../application.ts';
import type { StreamState } from '../handle-command.ts';
import type { Manifest } from '../planning/manifest.ts';
import { planIdsOf } from '../planning/plan-storyboard.ts';
import { readPlan } from '../projects/read-plan.ts';
import { readProject } from '../projects/read-project.ts';
import { contextOf } from '../services.ts';
import type { Services } from '../services.ts';
import { acceptedAnswer } from './answers.ts';
import { acceptedAsset, attemptsMade, readStandings } from './frame-facts.ts';
import type { Standing, Standings } from './frame-facts.ts';
import { requestKey } from './idempotency.ts';
import type { RequestKey } from './idempotency.ts';
import { attemptsMaxOf } from './job-details.ts';
import { startClaimed } from './start-claimed.ts';

type Call = { readonly caller: Caller; readonly projectId: string; readonly planId: string; readonly key: RequestKey };

export const createRepair =
  (services: Services) =>
  async (
    caller: Caller,
    projectId: string,
    planId: string,
    idempotency: Idempotency | null,
  ): Promise<Result<StoredAnswer>> => {
    const found = await readPlan(services.commands, caller, projectId, planId);
    if (found.kind === 'refused') return found;
    const key = requestKey(services.commands, caller, 'photo_sequence_repair', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    for (let attempt = 0; attempt < limits.conflictRetriesMax; attempt += 1) {
      const answer = await tryOnce(services, { caller, projectId, planId, key });
      if (answer !== 'moved') return answer;
    }
    throw new Fault('unavailable', `${projectId}: the project keeps moving`);
  };

const tryOnce = async (services: Services, call: Call): Promise<Result<StoredAnswer> | 'moved'> => {
  const { caller, projectId, planId, key } = call;
  // The project first: what is decided on the plan after this read moves neither selection nor claim unseen, since
  // `RepairPlanned` leaves out what a person accepts meanwhile.
  const project = await readProject(services.commands, caller, projectId);
  if (project.kind === 'refused') return key.release(project);
  const plan = await readPlan(services.commands, caller, projectId, planId);
  if (plan.kind === 'refused') return key.release(plan);
  const open = openClaim(project.value.state);
  if (open?.planId === planId && open.repairPlanId !== null)
    return answerActive(services, call, project.value.state, open);
  if (plan.value.state.supersededBy !== null) {
    return key.release(refused('plan_superseded', 'a later plan has generated: plan again'));
  }
  if (plan.value.state.certified) return key.release(refused('plan_certified', 'the plan is certified'));
  const standings = await readStandings(services.commands, project.value.state, { planId });
  const taken = await select(services, plan.value.state, standings, caller.workspaceId);
  if ('kind' in taken) return key.release(taken);
  if (open !== undefined) {
    return key.release(refused('storyboard_job_active', `the job ${open.jobId} is at work on this storyboard`));
  }
  return claimAndStart(services, call, project.value, plan.value.state, taken);
};

/** What failed, what a person sent to repair, what a cancelled job left, and what a broken chain left. */
const select = async (
  services: Services,
  plan: PlanState,
  standings: Standings,
  workspaceId: string,
): Promise<readonly string[] | Refused> => {
  assert(plan.details !== null, 'the plan was found');
  const manifest = await services.artifacts.get<Manifest>(workspaceId, plan.details.manifestHash);
  assert(manifest !== undefined, `the manifest of the plan is not in the store`);
  const taken: string[] = [];
  let waiting = false;
  for (const frame of plan.frames) {
    const standing = standings.get(frame.requirementId);
    const need = needOf(frame, standing);
    if (need === 'none') continue;
    if (need === 'person') waiting = true;
    else if (isChained(manifest, frame, plan, standings, taken)) taken.push(frame.requirementId);
  }
  const over = taken.find((requirementId) => isOverCeiling(plan, standings, requirementId));
  if (over !== undefined) {
    return refused('repair_ceiling_exceeded', 'the repair would cost more than the plan allows', {
      requirementId: over,
    });
  }
  if (taken.length > 0) return taken;
  if (waiting) return refused('human_review', 'the frames that are left wait for a person to decide');
  return refused('nothing_to_repair', 'no frame of this plan has failed or was sent to repair');
};

/** `person`: the ladder is at its end, or human review has not decided; more spending needs a person first. */
const needOf = (frame: PlanFrame, standing: Standing | undefined): 'none' | 'person' | 'repair' => {
  const left = attemptsMaxOf(frame) > attemptsMade(standing);
  if (isSentToRepair(frame)) return left ? 'repair' : 'person';
  if (standing === undefined || isAcceptedByPerson(frame) || standing.frame.status === 'accepted') return 'none';
  if (!isFinal(standing.job.status)) return 'none';
  return standing.frame.status === 'human_review' || !left ? 'person' : 'repair';
};

const isChained = (
  manifest: Manifest,
  frame: PlanFrame,
  plan: PlanState,
  standings: Standings,
  taken: readonly string[],
): boolean => {
  const requirement = manifest.requirements.find(({ requirementId }) => requirementId === frame.requirementId);
  const previousId = requirement?.previousRequirementId ?? null;
  if (previousId === null || taken.includes(previousId)) return true;
  const previous = plan.frames.find(({ requirementId }) => requirementId === previousId);
  // The frame before the part's first one is in another plan, and was accepted when this part was generated.
  return previous === undefined || acceptedAsset(previous, standings.get(previousId)) !== null;
};

const isOverCeiling = (plan: PlanState, standings: Standings, requirementId: string): boolean => {
  const frame = plan.frames.find((candidate) => candidate.requirementId === requirementId);
  assert(frame !== undefined && plan.details !== null, 'a taken requirement is in the plan');
  const { priceCredits } = plan.details;
  const attemptsUsed = attemptsMade(standings.get(requirementId));
  const held = heldFor({ priceCredits, attemptsUsed, attemptsMax: attemptsMaxOf(frame) });
  return attemptsUsed * priceCredits + held > creditCeiling(priceCredits);
};

const answerActive = async (
  services: Services,
  { caller, projectId, key }: Call,
  project: ProjectState,
  claim: Claim,
): Promise<Result<StoredAnswer> | 'moved'> => {
  const claimed = await key.claim(claim.jobId, projectId);
  if (claimed.kind === 'refused') return claimed;
  if (claimed.value !== null) return ok(claimed.value);
  const started = await startClaimed(services, projectId, project, claim, contextOf(caller));
  if (started.kind === 'refused') {
    await key.release(refused(started.refusal.code));
    return 'moved';
  }
  const { state: job } = await services.commands.read(jobDecider, jobStream(claim.jobId));
  return key.answer(acceptedAnswer(claim.jobId, job, true));
};

const claimAndStart = async (
  services: Services,
  { caller, projectId, planId, key }: Call,
  { state: project, revision }: StreamState<ProjectState>,
  plan: PlanState,
  requirementIds: readonly string[],
): Promise<Result<StoredAnswer> | 'moved'> => {
  assert(plan.details !== null, 'the plan was found');
  const claim = await claimOf(services, caller, project, planId, plan.details, requirementIds);
  const claimed = await key.claim(claim.jobId, projectId);
  if (claimed.kind === 'refused') return claimed;
  if (claimed.value !== null) return ok(claimed.value);
  const context = contextOf(caller);
  const command = { type: 'ClaimGeneration', checkedAt: revision, claim } as const;
  const outcome = await services.commands.handle(projectDecider, projectStream(projectId), command, context);
  if (outcome.kind !== 'accepted') {
    await key.release(refused('storyboard_job_active'));
    return 'moved';
  }
  const started = await startClaimed(services, projectId, outcome.state, claim, context);
  if (started.kind === 'queued') return key.answer(acceptedAnswer(claim.jobId, started.job, false));
  const { code, detail } = started.refusal;
  return key.release(refused(code, undefined, detail));
};

const claimOf = async (
  services: Services,
  caller: Caller,
  project: ProjectState,
  planId: string,
  { manifestHash }: PlanDetails,
  requirementIds: readonly string[],
): Promise<Omit<Claim, 'outcome'>> => {
  const manifest = await services.artifacts.get<Manifest>(caller.workspaceId, manifestHash);
  assert(manifest !== undefined, 'the manifest of the plan is not in the store');
  const n = project.claims.length + 1;
  const repairPlanId = repairPlanIdOf(planId, n);
  return {
    n,
    operation: 'photo_sequence_repair',
    jobId: repairJobId(caller.workspaceId, repairPlanId),
    planId,
    manifestHash,
    storyboardRevisionId: manifest.storyboardRevisionId,
    requested: null,
    requirementIds: [...requirementIds],
    repairPlanId,
    supersedes: [],
    manifestPlanIds: [...planIdsOf(manifest, manifestHash)],
  };
};
