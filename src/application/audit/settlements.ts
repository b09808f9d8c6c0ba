/**
 * Compares the jobs with the ledgers. Every acceptance is debited exactly once, with its amount, out of the hold that
 * its job was queued with. Nothing else is debited, and no accepted part is released. A final job has no open part,
 * except for frames that wait for a person. Frames of a chain behind one, or behind one of another job, are excepted.
 *
 * Runs over the log once, in its order: an acceptance precedes its debit, the debits of the scorer's acceptances
 * precede the end of their job. So it keeps only open holds, and the work that they pay for.
 */
import { WHOLE } from '../../../commands/job/queries.ts';
import type { JobEvent } from '../../../events/job.ts';
import { type HoldPart, type LedgerEvent, sumOf } from '../../../events/ledger.ts';
import { type DomainEvent, idOf } from '../../kernel/event.ts';
import { onEvent } from '../../kernel/handlers.ts';
import { type Findings, type Place, placeOf } from './findings.ts';

/** Steps still due when the log ends: no findings, since the service does them by itself. */
export type Owed = {
  /** Parts of holds that are open, and credits in them. */
  parts: number;
  credits: number;
  /** Of these, accepted, and not debited yet. */
  accepted: number;
};

export type Settlements<P extends Place> = {
  readonly take: (event: DomainEvent, place: P) => void;
  readonly owed: () => Owed;
};

const SETTLING = [
  'CreditsHeld',
  'LedgerDebited',
  'HoldReleased',
  'JobQueued',
  'CheckpointDecided',
  'FrameScored',
  'FrameAccepted',
  'HumanReviewRequired',
  'TaskRendered',
  'JobCompleted',
  'JobPartiallyCompleted',
  'JobFailed',
  'JobCancelled',
] as const;
type Settling = Extract<LedgerEvent | JobEvent, { readonly type: (typeof SETTLING)[number] }>;
type Data<T extends Settling['type']> = Extract<Settling, { readonly type: T }>['data'];

/** Types of events that bear on settlement: the others need not be read. */
export const SETTLED_BY: ReadonlySet<string> = new Set(SETTLING);

/** The reason for the debit of a part. */
type Due = { readonly amount: number; readonly byPerson: boolean };
type Part = { readonly credits: number; due: Due | null };
type Hold = { readonly ownerId: string; readonly parts: Map<string, Part> };
type Work = {
  readonly holdId: string;
  /** By task of a job those that it continues, in the order in which they were queued. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Frames that wait for a person. */
  readonly waiting: Set<string>;
  /** Of a job that is paid as a whole: the tasks that are not accepted, and the cost of the others. */
  readonly whole: { readonly unmade: Set<string>; credits: number } | null;
  charged: number;
  final: boolean;
};

/**
 * `isOurs`: whether a workspace's ledger is looked at in this pass. `workspaceOf`: the workspace that an event belongs
 * to; asked seldom.
 */
export const createSettlements = <P extends Place>(
  findings: Findings,
  isOurs: (workspaceId: string) => boolean,
  workspaceOf: (place: P) => string | undefined,
): Settlements<P> => {
  const holds = new Map<string, Hold>();
  const works = new Map<string, Work>();
  let at: Place | undefined;

  /** About the event that is being looked at. */
  const bad = (what: string, problem: string): void =>
    findings.add({ check: 'settlement', what, problem, ...(at === undefined ? {} : placeOf(at)) });

  const open = ({ holdId, ownerId, parts }: Data<'CreditsHeld'>): void => {
    holds.set(holdId, { ownerId, parts: new Map(parts.map((part) => [part.partId, opened(part)])) });
  };

  /** A part that is not open is the ledger's own finding. */
  const close = (holdId: string, partId: string): Part | undefined => {
    const hold = holds.get(holdId);
    const part = hold?.parts.get(partId);
    hold?.parts.delete(partId);
    if (hold?.parts.size !== 0) return part;
    holds.delete(holdId);
    const stream = `job-${hold.ownerId}`;
    const work = works.get(stream);
    if (work?.final === true && work.holdId === holdId) works.delete(stream);
    return part;
  };

  const debit = ({ holdId, partId, amount }: Data<'LedgerDebited'>): void => {
    const part = close(holdId, partId);
    if (part === undefined) return;
    if (part.due === null) bad('debited_unaccepted', `${partId} is debited, and was not accepted`);
    else if (part.due.amount !== amount) {
      bad('debited_otherwise', `${partId} is debited with ${amount} credits and was charged with ${part.due.amount}`);
    }
  };

  const release = ({ holdId, parts }: Data<'HoldReleased'>): void => {
    for (const { partId } of parts) {
      const due = close(holdId, partId)?.due?.amount ?? 0;
      if (due > 0) bad('released_accepted', `${partId} is given back, and was charged with ${due} credits`);
    }
  };

  const queue = (stream: string, { workspaceId, holdId, settle, tasks }: Data<'JobQueued'>): void => {
    const after = new Map(tasks.map((task) => [task.taskId, task.after]));
    const whole = settle === 'whole' ? { unmade: new Set(after.keys()), credits: 0 } : null;
    if (isOurs(workspaceId)) works.set(stream, { holdId, after, waiting: new Set(), whole, charged: 0, final: false });
  };

  /** A task of a job that is paid as a whole is accepted: with the last of them the one part is due. */
  const chargeWhole = (work: Work, stream: string, taskId: string, amount: number): void => {
    const { whole } = work;
    if (whole === null) return;
    if (!whole.unmade.delete(taskId)) return bad('charged_twice', `${taskId} is charged a second time`);
    whole.credits += amount;
    if (whole.unmade.size === 0) charge(work, stream, WHOLE, { amount: whole.credits, byPerson: false });
  };

  /** A person stopped the job: what is made is all of it. */
  const leaveOut = (stream: string, { leftOut }: Data<'CheckpointDecided'>): void => {
    const work = works.get(stream);
    for (const taskId of leftOut) work?.whole?.unmade.delete(taskId);
  };

  /** A task is accepted: its part is due. */
  const charge = (work: Work, stream: string, partId: string, due: Due): void => {
    work.waiting.delete(partId);
    work.charged += due.amount;
    const hold = holds.get(work.holdId);
    const part = hold?.ownerId === idOf(stream) ? hold.parts.get(partId) : undefined;
    if (part === undefined) {
      if (due.amount > 0) bad('charged_unheld', `${partId} is charged, and nothing is held for it`);
    } else if (part.due === null) part.due = due;
    else bad('charged_twice', `${partId} is charged a second time`);
  };

  const accept = (
    { taskId, creditsCharged }: { readonly taskId: string; readonly creditsCharged: number | null },
    byPerson: boolean,
    place: P,
  ): void => {
    if (creditsCharged === null) return;
    const { stream } = place;
    const work = works.get(stream);
    if (work !== undefined) return charge(work, stream, taskId, { amount: creditsCharged, byPerson });
    // Finished with, unless it belongs to another pass.
    if (creditsCharged > 0 && isOurs(workspaceOf(place) ?? '')) {
      bad('charged_unheld', `${taskId} is charged, and nothing is held for it`);
    }
  };

  /** A task that is not judged is accepted by being rendered. */
  const render = ({ taskId, creditsCharged }: Data<'TaskRendered'>, stream: string): void => {
    const work = works.get(stream);
    if (creditsCharged === null || work === undefined) return;
    if (!work.after.has(taskId)) bad('unknown_task', `${taskId} is rendered, and was never asked for`);
    else if (work.whole === null) charge(work, stream, taskId, { amount: creditsCharged, byPerson: false });
    else chargeWhole(work, stream, taskId, creditsCharged);
  };

  const finish = ({ chargedCredits = 0 }: { readonly chargedCredits?: number }, stream: string): void => {
    const work = works.get(stream);
    if (work === undefined) return;
    work.final = true;
    if (work.charged !== chargedCredits) {
      bad('totalled_otherwise', `${chargedCredits} credits are told of, and ${work.charged} were charged`);
    }
    const hold = holds.get(work.holdId);
    // Until a job is final a person's accept lets its chain go on. A cancel may come while that is looked at.
    const cutOff = cutOffIn(work);
    for (const [partId, { due }] of hold?.parts ?? []) {
      // A person may decide while the job ends: that debit may come right after it.
      if (due === null ? !work.waiting.has(partId) && !cutOff.has(partId) : !due.byPerson) {
        bad('final_unsettled', `it is final, and ${partId} is neither debited nor given back`);
      }
    }
    if (hold === undefined) works.delete(stream);
  };

  const takeOf = onEvent<Settling, P, void>({
    CreditsHeld: (_, hold) => open(hold),
    LedgerDebited: (_, entry) => debit(entry),
    HoldReleased: (_, entry) => release(entry),
    JobQueued: ({ stream }, details) => queue(stream, details),
    CheckpointDecided: ({ stream }, decided) => leaveOut(stream, decided),
    FrameScored: (place, scored) => accept(scored, false, place),
    FrameAccepted: (place, accepted) => accept(accepted, true, place),
    HumanReviewRequired: ({ stream }, { taskId }) => void works.get(stream)?.waiting.add(taskId),
    TaskRendered: ({ stream }, rendered) => render(rendered, stream),
    JobCompleted: ({ stream }, outcome) => finish(outcome, stream),
    JobPartiallyCompleted: ({ stream }, outcome) => finish(outcome, stream),
    JobFailed: ({ stream }, outcome) => finish(outcome, stream),
    JobCancelled: ({ stream }, outcome) => finish(outcome, stream),
  });

  return Object.freeze({
    take: (event: DomainEvent, place: P) => {
      at = place;
      try {
        takeOf(place, event as Settling);
      } catch (error) {
        // The audited value may be any JSON.
        bad('misshapen', `it cannot be settled: ${String(error)}`);
      }
    },
    owed: () => {
      const owed = { parts: 0, credits: 0, accepted: 0 };
      for (const { parts } of holds.values()) {
        for (const { credits, due } of parts.values()) {
          owed.parts += 1;
          owed.credits += credits;
          if (due !== null) owed.accepted += 1;
        }
      }
      return owed;
    },
  });
};

/** Tasks that cannot have begun: one that they continue waits for a person, or is none of the job. */
const cutOffIn = ({ after, waiting }: Work): ReadonlySet<string> => {
  const cutOff = new Set<string>();
  for (const [taskId, before] of after) {
    if (before.some((one) => !after.has(one) || waiting.has(one) || cutOff.has(one))) cutOff.add(taskId);
  }
  return cutOff;
};

const opened = ({ allocations }: HoldPart): Part => ({ credits: sumOf(allocations), due: null });
