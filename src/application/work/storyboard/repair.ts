/** Repair: failed frames of one plan are made anew, under a hold of their own; accepted ones stay as they are. */
import { heldFor, isFinal } from '../../../../commands/job/queries.ts';
import { repairJobId } from '../../../../commands/job/decider.ts';
import {
  attemptsMaxOf,
  isAcceptedByPerson,
  isSentToRepair,
  type PlanFrame,
  type PlanState,
} from '../../../../commands/plan/state.ts';
import { isCurrent, isUsedUp, type ProjectState } from '../../../../commands/project/state.ts';
import { repairPlanIdOf } from '../../../../commands/project/decider.ts';
import { assert } from '../../../kernel/faults.ts';
import { creditCeiling } from '../../../kernel/pricing.ts';
import { type Caller } from '../../calls/caller.ts';
import { type Idempotency, requestKey } from '../../calls/idempotency.ts';
import { refused, type Refused, type Result, type StoredAnswer } from '../../calls/result.ts';
import { readPlan } from '../../projects/project-gate.ts';
import { engineOfAttempt } from '../../services/own-engines.ts';
import type { Services } from '../../services/services.ts';
import { AUTO, refusedBy, resolveEngines } from '../resolve-engines.ts';
import { repairAccepted, REPAIR_OPERATION } from './answers.ts';
import { whyWordsBanned } from './banned-words.ts';
import {
  acceptedAsset,
  attemptsMade,
  jobsOfPlan,
  readStandings,
  type Standing,
  type Standings,
} from './frame-facts.ts';
import type { Manifest } from './manifest.ts';
import { type Decision, MESSAGES, type PaidCall, paidCall } from './paid-call.ts';
import { areAsPlanned, claimOn, isOutdated, supersededBy } from './take-over.ts';

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
    const key = requestKey(services, caller, REPAIR_OPERATION, idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const call = { caller, projectId, key, accepted: repairAccepted };
    return paidCall(services, call, async (project) => decide(services, call, project, planId));
  };

const LATER = refused('plan_superseded', 'a later plan has generated since: repair that one, or plan again');

/**
 * `project`: read before the plan. Later decisions on the plan change neither selection nor claim unseen.
 * `RepairPlanned` leaves out frames that a person accepts meanwhile.
 */
const decide = async (
  services: Services,
  { caller, projectId }: PaidCall,
  project: ProjectState,
  planId: string,
): Promise<Decision> => {
  const plan = await readPlan(services.commands, caller, projectId, planId);
  if (plan.kind === 'refused') return plan;
  const { state } = plan.value;
  const { open } = project;
  if (open?.planId === planId && open.repairPlanId !== null) return { kind: 'existing', jobId: open.jobId };
  const { details, supersededBy: superseded } = state;
  assert(details !== null, 'the plan was found');
  if (superseded !== null || (await isOutdated(services, project, details))) return LATER;
  const { manifestHash } = details;
  const manifest = await services.artifacts.named<Manifest>(caller.workspaceId, manifestHash);
  const standings = await readStandings(services.commands, jobsOfPlan(project, planId, state));
  const taken = select(manifest, state, standings);
  if ('kind' in taken) return taken;
  if (open !== null) return refused('storyboard_job_active', `the job ${open.jobId} is at work on this storyboard`);
  const frames = state.frames.filter(({ requirementId }) => taken.includes(requirementId));
  const stopped =
    (await whyNotClaimed(services, project, planId, manifestHash, manifest)) ??
    (await whyWordsBanned(services, caller, frames)) ??
    (await whyNotMade(services, manifest));
  if (stopped !== undefined) return stopped;
  const repairPlanId = repairPlanIdOf(planId, project.lastClaim + 1);
  const jobId = repairJobId(manifest.workspaceId, repairPlanId);
  const claim = claimOn(project, manifest, manifestHash, {
    operation: REPAIR_OPERATION,
    jobId,
    planId,
    requested: null,
    requirementIds: [...taken],
    repairPlanId,
  });
  return { kind: 'start', claim };
};

/** Frames that failed, that a person sent to repair, or that a cancelled job or a broken chain left. */
const select = (manifest: Manifest, plan: PlanState, standings: Standings): readonly string[] | Refused => {
  const taken: string[] = [];
  const needs = plan.frames.map((frame) => needOf(frame, standings.get(frame.requirementId)));
  for (const [index, frame] of plan.frames.entries()) {
    const repairable = needs[index] === 'repair' && isChained(manifest, frame, plan, standings, taken);
    if (repairable) taken.push(frame.requirementId);
  }
  const over = taken.find((requirementId) => isOverCeiling(plan, standings, requirementId));
  if (over !== undefined) {
    return refused('repair_ceiling_exceeded', 'the repair would cost more than the plan allows', {
      requirementId: over,
    });
  }
  return taken.length > 0 ? taken : whyNone(needs);
};

const whyNone = (needs: readonly Need[]): Refused => {
  const frameIndexes = needs.flatMap((need, index) => (need === 'decision' || need === 'quote' ? [index] : []));
  if (frameIndexes.length === 0) {
    return refused('nothing_to_repair', 'no frame of this plan has failed or was sent to repair');
  }
  const why = needs.includes('decision')
    ? 'the frames that are left wait for a person to decide: review them'
    : 'the frames that are left have no attempt left: plan again for a new quote';
  return refused('human_review', why, { frameIndexes });
};

/** `decision`: a person must decide first; `quote`: no person can any more, and the attempts of this plan are used. */
type Need = 'none' | 'decision' | 'quote' | 'repair';

const needOf = (frame: PlanFrame, standing: Standing | undefined): Need => {
  const left = attemptsMaxOf(frame) > attemptsMade(standing);
  if (isSentToRepair(frame)) return left ? 'repair' : 'quote';
  if (standing === undefined || isAcceptedByPerson(frame) || standing.task.status === 'accepted') return 'none';
  if (!isFinal(standing.job.status)) return 'none';
  if (standing.task.status === 'human_review' && !frame.expired) return 'decision';
  return left ? 'repair' : 'quote';
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

/**
 * A plan whose frames were all carried has generated nothing yet. It ends the plans before it, as a generation does.
 */
const whyNotClaimed = async (
  { commands }: Services,
  project: ProjectState,
  planId: string,
  manifestHash: string,
  manifest: Manifest,
): Promise<Refused | undefined> => {
  if (!isCurrent(project, manifestHash, manifest.round)) return LATER;
  if (isUsedUp(project, { manifestHash, planId })) {
    return refused('human_review', 'this plan has had as many jobs as it may have: plan again for a new quote');
  }
  if (await areAsPlanned(commands, supersededBy(project, manifestHash, manifest))) return undefined;
  return refused('expected_mismatch', MESSAGES.expected_mismatch);
};

/** A frame goes to the next engine of its plan where one is away: one of them is enough. */
const whyNotMade = async (services: Services, { workspaceId, engines }: Manifest): Promise<Refused | undefined> => {
  const found = await Promise.all(engines.map(async (name) => engineOfAttempt(services, workspaceId, name)));
  const there = found.flatMap((one) => (one.kind === 'found' ? [[one.engine.name, one.engine] as const] : []));
  const { blocker } = await resolveEngines({ ...services, engines: new Map(there) }, AUTO);
  if (blocker === undefined) return undefined;
  const isThere = there.length > 0;
  const message = isThere ? blocker.message : 'no engine of this plan is configured any more: plan again';
  return refusedBy({ ...blocker, message }, 'image', engines[0] ?? AUTO);
};
