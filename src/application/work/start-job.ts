/**
 * The start of a job of any kind. Its credits are held, then one append to its stream decides for good whether it is
 * queued or refused. A job that is queued begins in that append. The requesting call and the supervisor run it alike;
 * each step is idempotent.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { partsOf } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState } from '../../../commands/job/state.ts';
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { openHold } from '../../../commands/ledger/queries.ts';
import type { Payer } from '../../../commands/ledger/spending.ts';
import { beforeSpending } from '../calls/before-spending.ts';
import { holdParts, type HoldRefusal, type LedgerDeps, releaseHold, whyNotHeld } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { nowText } from '../services/services.ts';

/** The start of a job that claims no project: it has one. */
export const ONLY_START = 1;

/** A job before its credits are held. */
export type JobPlan = Omit<JobDetails, 'holdId'>;

export type Refusal = { readonly reason: string; readonly detail?: HoldRefusal['detail'] };

/** `refused`: its credits are free again; `reason` is that of the stream. */
export type JobStarted = { readonly kind: 'queued'; readonly job: JobState } | ({ readonly kind: 'refused' } & Refusal);

export type JobStart = {
  readonly jobId: string;
  readonly plan: JobPlan;
  readonly payer?: Payer | undefined;
  /** The check once the credits are held: the reason against the start, or undefined. */
  readonly prepare?: () => Promise<string | undefined>;
};

/** The reason why the ledger cannot hold the credits now; checked before any claim. */
export const whyNotPayable = async (
  deps: Parameters<typeof whyNotHeld>[0],
  start: Pick<JobStart, 'jobId' | 'plan' | 'payer'>,
): Promise<HoldRefusal | undefined> => whyNotHeld(deps, start.plan.workspaceId, owedBy(start));

const owedBy = ({ jobId: ownerId, plan, payer }: Pick<JobStart, 'jobId' | 'plan' | 'payer'>) => ({
  ownerId,
  n: plan.n,
  parts: partsOf(plan),
  ...(payer === undefined ? {} : { payer }),
});

export const startJob = async (deps: LedgerDeps, wanted: JobStart, context: CommandContext): Promise<JobStarted> => {
  const { jobId, plan, prepare } = wanted;
  const { workspaceId, n } = plan;
  const start = { jobId, workspaceId, n };
  // While the hold of this start is open it is found again.
  const holding = holdParts(deps, workspaceId, owedBy(wanted), context);
  // Of a storyboard the claim of its project is carried on, and may hold them later.
  const held = await (plan.storyboard === null ? beforeSpending(holding) : holding);
  if (held.kind === 'refused') {
    const { code: reason, detail } = held.refusal;
    return refuseStart(deps, start, { reason, detail }, context);
  }
  // A decision of a person since that hold changes the worst case. A debit takes no more than is held.
  const reason = held.asAsked ? await prepare?.() : 'expected_mismatch';
  if (reason !== undefined) return refuseStart(deps, start, { reason }, context);
  const command = { type: 'QueueJob', details: { ...plan, holdId: held.holdId } } as const;
  const queued = deps.commands.handle(jobDecider, jobStream(jobId), command, context);
  // Asked in the same turn, both share an append. The job's message would begin it as well.
  const begun = isRepair(plan) ? undefined : advance(deps, jobId, context);
  const { state: job } = await queued;
  await begun;
  // The loser of this append takes the winner's outcome; a hold that it does not name goes back.
  if (job.details?.holdId !== held.holdId) await releaseHold(deps, workspaceId, held.holdId, 'start_lost', context);
  return job.details === null ? { kind: 'refused', reason: job.refusedReason ?? '' } : { kind: 'queued', job };
};

/** The frames of a repair are closed to decisions first. */
const isRepair = ({ storyboard }: JobPlan): boolean => storyboard !== null && storyboard.repairPlanId !== null;

/** A failure leaves the job to its message. */
const advance = async ({ commands, clock }: LedgerDeps, jobId: string, context: CommandContext): Promise<void> => {
  const command = { type: 'AdvanceJob', now: nowText(clock), leftOut: [] } as const;
  await commands.handle(jobDecider, jobStream(jobId), command, context).catch(() => undefined);
};

type Start = { readonly jobId: string; readonly workspaceId: string; readonly n: number };

/** The start fails, unless another has queued the job meanwhile. */
export const refuseStart = async (
  deps: LedgerDeps,
  start: Start,
  refusal: Refusal,
  context: CommandContext,
): Promise<JobStarted> => {
  const command = { type: 'RefuseJob', n: start.n, reason: refusal.reason } as const;
  const outcome = await deps.commands.handle(jobDecider, jobStream(start.jobId), command, context);
  if (outcome.kind === 'refused') return { kind: 'queued', job: outcome.state };
  await releaseRefused(deps, start, context);
  return { kind: 'refused', ...refusal };
};

/** The hold of a refused start. */
export const releaseRefused = async (
  deps: LedgerDeps,
  { jobId, workspaceId, n }: Start,
  context: CommandContext,
): Promise<void> => {
  const { state } = await deps.commands.read(ledgerDecider, ledgerStream(workspaceId));
  const open = openHold(state, jobId, n);
  if (open !== undefined) await releaseHold(deps, workspaceId, open.holdId, 'start_refused', context);
};
