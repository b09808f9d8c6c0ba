/** The common part of generate and repair: a key, a claim of the storyboard at the checked revision, and an answer. */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import { projectDecider, projectStream } from '../../../../commands/project/decider.ts';
import type { Claim, ProjectState } from '../../../../commands/project/state.ts';
import { Fault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import { beforeSpending } from '../../calls/before-spending.ts';
import { type Caller, contextOf, payerOf } from '../../calls/caller.ts';
import type { RequestKey } from '../../calls/idempotency.ts';
import { ok, refused, type Refused, type Result, type StoredAnswer } from '../../calls/result.ts';
import type { StreamState } from '../../log/command-handler.ts';
import { readProject } from '../../projects/project-gate.ts';
import { type Services } from '../../services/services.ts';
import type { generateAccepted } from './answers.ts';
import type { Refusal } from '../start-job.ts';
import { startClaimed, whyNotPayable } from './start-claimed.ts';

export type PaidCall = {
  readonly caller: Caller;
  readonly projectId: string;
  readonly key: RequestKey;
  /** The answer in the form of the operation that was called. */
  readonly accepted: typeof generateAccepted;
};

/** The decision on a call by the project as it is. */
export type Decision =
  /** It is answered: nothing is held for it, and its key stays free. */
  | Result<StoredAnswer>
  /** A job that is there already answers it. `resume`: as `generateAccepted` takes it. */
  | { readonly kind: 'existing'; readonly jobId: string; readonly resume?: boolean }
  | { readonly kind: 'start'; readonly claim: Claim };

/**
 * Looks, decides and claims again until no other call comes in between. `known`: the project as this process knows it,
 * if it does. Fault `unavailable` when others always come in between.
 */
export const paidCall = async (
  services: Services,
  call: PaidCall,
  decide: (project: ProjectState) => Promise<Decision>,
  known?: StreamState<ProjectState>,
): Promise<Result<StoredAnswer>> => {
  const { caller, projectId, key } = call;
  for (let attempts = 0; attempts < limits.conflictRetriesMax; attempts += 1) {
    const recalled = attempts === 0 ? known : undefined;
    const found = recalled === undefined ? await readProject(services.commands, caller, projectId) : ok(recalled);
    if (found.kind === 'refused') return found;
    const decision = await decide(found.value.state);
    // A claim is appended at the very revision. Every other answer rests on the project as it is now.
    const isSure = recalled === undefined || decision.kind === 'start';
    const answer = isSure ? await carriedOut(services, call, found.value, decision) : 'moved';
    if (answer !== 'moved') return answer;
    // The call that was first may be this one, sent again: a slow claimer's key is freed, and the repeat has it.
    const answered = await key.peek();
    if (answered !== null) return answered;
  }
  throw new Fault('unavailable', `${projectId}: the project keeps moving`);
};

/** `moved`: another call was first, and the new state must be checked again. */
type CarriedOut = Result<StoredAnswer> | 'moved';

const carriedOut = async (
  services: Services,
  call: PaidCall,
  project: StreamState<ProjectState>,
  decision: Decision,
): Promise<CarriedOut> => {
  if (decision.kind === 'existing') return answerExisting(services, call, project.state, decision);
  return decision.kind === 'start' ? claimAndStart(services, call, project, decision.claim) : decision;
};

/** A job that is there already, active or ended; an open claim that is not decided yet is carried through first. */
const answerExisting = async (
  services: Services,
  { caller, projectId, key, accepted }: PaidCall,
  project: ProjectState,
  { jobId, resume }: Decision & { readonly kind: 'existing' },
): Promise<CarriedOut> => {
  const claimed = await key.claim(jobId, projectId, 'existing');
  if (claimed !== null) return claimed;
  if (project.open?.jobId === jobId) {
    const started = await startClaimed(services, projectId, project, project.open, contextOf(caller));
    if (started.kind === 'refused') {
      await key.release(notStarted(started));
      return 'moved';
    }
  }
  const { state: job } = await services.commands.read(jobDecider, jobStream(jobId));
  return key.answer(accepted(jobId, job, true, resume));
};

/**
 * Takes key and storyboard, and starts; a call without enough credits takes neither. The claim is appended at the very
 * revision of the checks.
 */
const claimAndStart = async (
  services: Services,
  { caller, projectId, key, accepted }: PaidCall,
  { state: project, revision }: StreamState<ProjectState>,
  wanted: Claim,
): Promise<CarriedOut> => {
  // The claim keeps the cap: a start that is carried on by another process holds within it, too. It names its key,
  // because calls under other keys may claim for the same job.
  const claim = { ...wanted, ...payerOf(caller), request: key.stream };
  const unpayable = await whyNotPayable(services, project, claim);
  if (unpayable !== undefined) return notStarted({ ...unpayable, reason: unpayable.code });
  const claimed = await key.claim(claim.jobId, projectId);
  if (claimed !== null) return claimed;
  const context = contextOf(caller);
  const command = { type: 'ClaimGeneration', checkedAt: revision, claim } as const;
  const claiming = services.commands.handle(projectDecider, projectStream(projectId), command, context);
  const outcome = await beforeSpending(claiming);
  if (outcome.kind !== 'accepted') {
    await key.release(refused('storyboard_job_active'));
    return 'moved';
  }
  // Its id follows from the selection: only a start that was refused has been there before.
  services.commands.begin(jobDecider, jobStream(claim.jobId));
  const started = await startClaimed(services, projectId, outcome.state, claim, context);
  if (started.kind === 'queued') return key.answer(accepted(claim.jobId, started.job, false));
  return key.release(notStarted(started));
};

const notStarted = ({ reason, detail }: Refusal): Refused => {
  const code = isTold(reason) ? reason : 'expected_mismatch';
  return refused(code, MESSAGES[code], detail);
};

const isTold = (reason: string): reason is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, reason);

/** The reasons why a start fails that a client is told; the others are steps that have moved. */
export const MESSAGES = {
  insufficient_credits: 'the workspace has too few credits for the worst case of this part',
  spend_cap_reached: 'a cap of the month leaves no room for the worst case of this part',
  membership_required: 'the workspace was removed meanwhile',
  too_many_open_holds: 'too much paid work is open in this workspace: wait for some of it to end, or review it',
  content_lost: 'the content of the plan is lost: plan again',
  expected_mismatch: 'a person has decided on the plan before this one, or on a frame before these: plan again',
} as const;
