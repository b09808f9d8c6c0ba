/**
 * Streams that owe a next step: by these documents the supervisor finds overdue work. A document folds all the streams
 * of its steps and names the one that is due first.
 *
 * A document that owes nothing now may owe again after a later event. One is the late accept of a frame. It sleeps:
 * kind `none`, due `NEVER`. A document that can owe nothing any more is deleted.
 */
import type { JobFacts, TaskFacts } from '../../commands/job/queries.ts';
import type { requestClaimed } from '../../events/request.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';

/** Sorts after every time in the log: a query for due work does not see it. */
export const NEVER = '9999-12-31T23:59:59.999Z';

export type WorkKind =
  /** Claimed, and neither queued nor refused: run the start to its decision. */
  | 'generation.decide'
  /** A repair is queued and its plan does not say so. */
  | 'generation.plan-repair'
  /** The job is final, or was refused, and its claim of the storyboard is open. */
  | 'generation.end'
  /** Queued, not started. */
  | 'job.start'
  /** Nothing is under way or can go, all that is accepted is paid, and the job is not final. */
  | 'job.finish'
  /** Final, with parts open that no frame in human review keeps. */
  | 'job.settle'
  /** A task could go and nothing is under way: its chain went on by a person's accept. */
  | 'job.next'
  /** Dispatched, never claimed. */
  | 'task.dispatch'
  /** Claimed, no result: the lease has lapsed. */
  | 'task.lease'
  /** Rendered, not scored. */
  | 'task.score'
  /** An engine refused; dispatched again when due. */
  | 'task.retry'
  /** Submitted or of unknown outcome, and its time is up. */
  | 'task.unknown'
  /** Submitted, or of unknown outcome on an engine that can be asked for it. */
  | 'task.poll'
  /** Accepted, its part of the hold not debited. */
  | 'task.settle'
  /** A person accepted it on the plan, the job does not say so. */
  | 'review.accept'
  /** Sent to repair, its review expired, or its plan superseded, and its part is open. */
  | 'review.release'
  /** In human review, until this date. */
  | 'review.expire'
  /** A person has decided on the plan and accepted every frame, and there is no certificate. */
  | 'plan.certify'
  /** Credits are held for a job that claims no project, and was neither queued nor refused. */
  | 'hold.decide'
  /** A hold, or a part, that its work does not name: it goes back. */
  | 'hold.release'
  /** A key is claimed and its claimer is late: finish the call and answer it, or free the key. */
  | 'request.answer'
  /** Free credits of a lot reach their date. */
  | 'ledger.expire'
  /** The URL of an upload is over: its bytes are registered, and its place is emptied, or awaited for longer. */
  | 'upload.clear'
  /** Its removal has begun, and its process died before the end. */
  | 'workspace.end'
  /** A destination waits for its next attempt, or its first one died with its process. */
  | 'delivery.attempt'
  /** No destination gets another attempt: the sealed content is removed. */
  | 'delivery.clear';

/** The first step due. */
export type Owed = { readonly kind: WorkKind | 'none'; readonly dueAt: string };

export const NOTHING: Owed = { kind: 'none', dueAt: NEVER };

/** A hold that no decision has named: its parts still open. */
export type LooseHold = { readonly holdId: string; readonly n: number; readonly partIds: readonly string[] };

export type TaskWork = TaskFacts & {
  readonly index: number;
  readonly judged: boolean;
  /** When the supervisor follows up its next step, or a person's decision. */
  readonly dueAt: string;
  /** Its part of the hold is open. */
  readonly held: boolean;
  /** The last word of the plan's stream about a frame that is not accepted. */
  readonly review: 'accept' | 'repair' | 'expired' | 'superseded' | null;
};

export type JobWork = Owed & {
  readonly subject: 'job';
  readonly jobId: string;
  /** Null for a hold without a claim. */
  readonly projectId: string | null;
  readonly planId: string | null;
  /** The task that the step is about, if it is about one. */
  readonly taskId: string | null;
  /** The start that it runs under. */
  readonly n: number;
  /** The project's claim of that number has not ended. */
  readonly claimed: boolean;
  /** `held`: no claim is known. */
  readonly status: 'claimed' | 'held' | 'refused' | 'queued' | 'running' | 'final';
  readonly cancelRequested: boolean;
  /** `RepairPlanned` is still to come. */
  readonly repairUnplanned: boolean;
  readonly holdId: string | null;
  readonly looseHolds: readonly LooseHold[];
  readonly paused: boolean;
  /** A person is to decide before a task. */
  readonly awaiting: boolean;
  readonly settle: JobFacts['settle'];
  /** Of a job that is paid as a whole. */
  readonly whole: {
    /** Its one part is open. */
    readonly held: boolean;
    /** Tasks that are neither accepted nor left out. */
    readonly left: number;
    /** One has failed, so no other is begun. */
    readonly failed: boolean;
  };
  /**
   * Of a job that is paid as a whole only those under way: none of the others owes a step, and each event of a film
   * writes this document anew.
   */
  readonly tasks: readonly TaskWork[];
};

/**
 * Questions that are due to engines. They have a document of their own: an engine may answer `running` for an hour, and
 * no other step of the job waits behind that.
 */
export type PollWork = Owed & {
  readonly subject: 'polls';
  readonly jobId: string;
  readonly tasks: readonly { readonly taskId: string; readonly pollAt: string }[];
};

/** `targetId`: the job that the call was to start. */
export type RequestWork = Owed &
  Pick<EventOf<typeof requestClaimed>['data'], 'n' | 'operation' | 'targetId' | 'projectId'> & {
    readonly subject: 'request';
    readonly requestId: string;
  };

export type PlanWork = Owed & {
  readonly subject: 'plan';
  readonly planId: string;
  readonly projectId: string;
  /**
   * A person has decided on it. Until then planning alone certifies it: the storyboard may be another one by now.
   */
  readonly decided: boolean;
  /** By frame, in order. */
  readonly frames: readonly { readonly requirementId: string; readonly acceptedByPerson: boolean }[];
};

export type LedgerWork = Owed & {
  readonly subject: 'ledger';
  readonly workspaceId: string;
  /** Free credits of the lots that have a date, by that date and lot. */
  readonly lots: readonly { readonly lot: string; readonly expiresAt: string; readonly free: number }[];
};

export type UploadWork = Owed & { readonly subject: 'upload'; readonly uploadId: string };

export type WorkspaceWork = Owed & {
  readonly subject: 'workspace';
  readonly workspaceId: string;
  /** The user key of its owner. */
  readonly begunBy: string;
  readonly forfeit: boolean;
};

export type DeliveryWork = Owed & {
  readonly subject: 'delivery';
  readonly deliveryId: string;
  /** The destinations that get another attempt, by their place in the request. */
  readonly open: readonly number[];
};

/** One destination of one delivery that gets another attempt. */
export type LaneMember = {
  readonly deliveryId: string;
  readonly index: number;
  /** When it was asked for, or asked for again. */
  readonly since: string;
  /** Its first attempt is not made within its request. */
  readonly isHeld: boolean;
  /** Attempts since then. */
  readonly round: number;
  /** When its next attempt is due, if no earlier one holds it. */
  readonly dueAt: string;
};

/** The deliveries to one destination: a lane, in which they have their turns. */
export type LaneWork = Owed & {
  readonly subject: 'lane';
  /** Null for an email, and for one that was asked for again in an older event. */
  readonly host: string | null;
  /** In the order of the log. */
  readonly members: readonly LaneMember[];
};

export type OpenWorkDocument =
  | JobWork
  | PollWork
  | RequestWork
  | PlanWork
  | LedgerWork
  | UploadWork
  | WorkspaceWork
  | DeliveryWork
  | LaneWork;

/** When the step after an event is late. */
export const soonAfter = (at: string): string => addMs(at, limits.stepGraceMs);

/**
 * A step of the whole document, whose clock starts when it is first owed: other events do not put it off. `before`: the
 * step that the document owed before the event at `at`.
 */
export const owedSince = (
  kind: WorkKind,
  before: Owed | undefined,
  at: string,
  graceMs: number = limits.stepGraceMs,
): Owed => ({ kind, dueAt: before?.kind === kind ? before.dueAt : addMs(at, graceMs) });

export const isOwed = ({ dueAt }: Owed): boolean => dueAt !== NEVER;
