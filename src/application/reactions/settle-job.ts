/**
 * Settling: what is accepted is paid, what will not be needed goes back, and only then the job is final and its
 * storyboard free. Each step may be repeated; the supervisor and the consumer run the same code.
 */
import { isAtItsEnd } from '../../../commands/job/advance.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import { isFinal } from '../../../commands/job/state.ts';
import type { FrameState, JobDetails, JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openParts } from '../../../commands/ledger/queries.ts';
import type { OpenPart } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import type { ExpectedRevision } from '../../kernel/position.ts';
import type { CommandContext } from '../handle-command.ts';
import { debitPart, releaseHold } from '../generation/ledger-steps.ts';
import type { LedgerDeps } from '../generation/ledger-steps.ts';

/** One accepted frame is paid out of its part of the hold, once. */
export const settleFrame = async (
  deps: LedgerDeps,
  { workspaceId, holdId }: JobDetails,
  frame: Pick<FrameState, 'requirement' | 'creditsCharged' | 'renderedKeys'>,
  context: CommandContext,
): Promise<void> => {
  const { requirementId } = frame.requirement;
  const debit = { holdId, partId: requirementId, amount: frame.creditsCharged, attemptKeys: frame.renderedKeys };
  await debitPart(deps, workspaceId, debit, context);
};

/**
 * Pays and gives back whatever is due now, and ends the job when nothing of it can go on. `since`: the revision at
 * which the caller has seen the job.
 */
export const settleJob = async (
  deps: LedgerDeps,
  jobId: string,
  context: CommandContext,
  since?: ExpectedRevision,
): Promise<void> => {
  const { state: job } = await deps.commands.readSince(jobDecider, jobStream(jobId), since);
  const { details } = job;
  if (details === null || !(isFinal(job.status) || isAtItsEnd(job))) return;
  await settleParts(deps, job, details, context);
  const finished = await deps.commands.handle(jobDecider, jobStream(jobId), { type: 'FinishJob' }, context);
  if (finished.kind === 'refused') return;
  const command = { type: 'EndGeneration', n: details.n, outcome: 'finished' } as const;
  await deps.commands.handle(projectDecider, projectStream(details.projectId), command, context);
};

/** Parts of frames in human review stay open: a person's accept is paid out of them. */
const settleParts = async (
  deps: LedgerDeps,
  job: JobState,
  details: JobDetails,
  context: CommandContext,
): Promise<void> => {
  const back: string[] = [];
  const paid: FrameState[] = [];
  for (const { partId } of await partsToSettle(deps, details)) {
    const frame = job.frames.get(partId);
    if (frame?.status === 'accepted') paid.push(frame);
    else if (frame?.status !== 'human_review') back.push(partId);
  }
  // At once: they share appends.
  await Promise.all(paid.map(async (frame) => settleFrame(deps, details, frame, context)));
  if (back.length > 0) await releaseHold(deps, details.workspaceId, details.holdId, 'job_ended', context, back);
};

/**
 * The parts of a job's hold that are open, or were when this process last knew: a part closes once and for good, so one
 * that is closed by now is left as it is. That none is open is known from the log alone.
 */
const partsToSettle = async (
  { commands }: LedgerDeps,
  { workspaceId, holdId }: JobDetails,
): Promise<readonly OpenPart[]> => {
  const stream = ledgerStream(workspaceId);
  const known = openParts((await commands.readSince(ledgerDecider, stream, 'none')).state, holdId);
  return known.length > 0 ? known : openParts((await commands.read(ledgerDecider, stream)).state, holdId);
};
