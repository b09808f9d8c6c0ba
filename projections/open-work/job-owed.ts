/** The step that a job owes first. It uses the queries of the job's own decisions. */
import { isAtItsEnd, isUnderWay, ready } from '../../commands/job/queries.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import {
  isOwed,
  type JobWork,
  NEVER,
  NOTHING,
  type Owed,
  owedSince,
  type TaskWork,
  type WorkKind,
} from './document.ts';
import { foldJob, type JobWorkEvent } from './job-fold.ts';

type JobOwed = Owed & { readonly taskId: string | null };

/** The work after an event, with its first step; `undefined` when it can owe nothing any more. */
export const evolveJob = (before: JobWork | undefined, event: RecordedEvent<JobWorkEvent>): JobWork | undefined => {
  const work = foldJob(before, event);
  if (work === undefined) return undefined;
  const owed = firstOf(work, before, event.metadata.at);
  if (!isOwed(owed) && isForgettable(work)) return undefined;
  const { kind, dueAt, taskId } = owed;
  return { ...work, kind, dueAt, taskId };
};

/** `before`: the step that it owed until `at`. */
const firstOf = (work: JobWork, before: Owed | undefined, at: string): JobOwed => {
  const kind = kindOfJob(work);
  let dueAt = kind === undefined ? NEVER : owedSince(kind, before, at, graceOf(kind)).dueAt;
  let first: JobOwed = kind === undefined ? { ...NOTHING, taskId: null } : { kind, dueAt, taskId: null };
  for (const task of work.tasks) {
    if (task.dueAt >= dueAt) continue;
    const taskKind = kindOfTask(work, task);
    if (taskKind === undefined) continue;
    dueAt = task.dueAt;
    first = { kind: taskKind, dueAt, taskId: task.taskId };
  }
  return first;
};

/** A caller that holds credits and still lives is given the time that its key gives it. */
const graceOf = (kind: WorkKind): number => (kind === 'hold.decide' ? limits.requestClaimGraceMs : limits.stepGraceMs);

/** The steps of the job as a whole, beside its tasks. A hold is loose only once it is decided that it is not needed. */
const kindOfJob = (work: JobWork): WorkKind | undefined => {
  if (work.status === 'claimed') return 'generation.decide';
  if (work.status === 'held') return work.looseHolds.length > 0 ? 'hold.decide' : undefined;
  return kindOfStatus(work) ?? (work.looseHolds.length > 0 ? 'hold.release' : undefined);
};

const kindOfStatus = (work: JobWork): WorkKind | undefined => {
  switch (work.status) {
    case 'claimed':
    case 'held':
      return undefined;
    case 'queued':
      if (work.cancelRequested) return 'job.finish';
      if (work.paused) return undefined;
      return work.repairUnplanned ? 'generation.plan-repair' : 'job.start';
    case 'running':
      return kindOfRunning(work);
    case 'final':
      if (work.whole.held || work.tasks.some(isUnkept)) return 'job.settle';
      return work.claimed ? 'generation.end' : undefined;
    case 'refused':
      return work.claimed ? 'generation.end' : undefined;
    default:
      return assertNever(work.status);
  }
};

const kindOfRunning = (work: JobWork): WorkKind | undefined => {
  if (work.tasks.some((task) => isUnderWay(work, task) || isUnpaid(task))) return undefined;
  if (work.settle === 'whole') return waitsForPerson(work) ? undefined : 'job.finish';
  if (ready(work).length > 0) return 'job.next';
  return isAtItsEnd(work) ? 'job.finish' : undefined;
};

/** Its tasks that could go are not in the document. */
const waitsForPerson = ({ paused, awaiting, whole }: JobWork): boolean =>
  (paused || awaiting) && whole.left > 0 && !whole.failed;

const kindOfTask = (work: JobWork, task: TaskWork): WorkKind | undefined => {
  if (task.review === 'accept' && task.status !== 'accepted') return 'review.accept';
  switch (task.status) {
    case 'dispatched':
      return work.cancelRequested || work.paused ? undefined : 'task.dispatch';
    case 'retrying':
      return work.cancelRequested || work.paused ? undefined : 'task.retry';
    case 'claimed':
      return 'task.lease';
    case 'submitted':
    case 'unknown':
      return 'task.unknown';
    case 'rendered':
      return 'task.score';
    case 'accepted':
      return task.held ? 'task.settle' : undefined;
    case 'left_out':
      return task.held ? 'hold.release' : undefined;
    case 'human_review':
      if (!task.held) return undefined;
      return task.review === null ? 'review.expire' : 'review.release';
    case 'failed':
    case 'pending':
      return undefined;
    default:
      return assertNever(task.status);
  }
};

const isUnpaid = ({ status, held }: TaskWork): boolean => status === 'accepted' && held;

/** Its part is open, though the job is final and no person decides on it. An accepted frame has a step of its own. */
const isUnkept = ({ status, held }: TaskWork): boolean =>
  held && status !== 'human_review' && status !== 'accepted' && status !== 'left_out';

/** Nothing that may still happen can make it owe a step: no person's decision reaches its tasks any more. */
const isForgettable = ({ status, claimed, whole, tasks }: JobWork): boolean =>
  (status === 'final' || status === 'refused' || status === 'held') &&
  !claimed &&
  !whole.held &&
  tasks.every(({ judged, status: of, held }) => !held && (!judged || of === 'accepted' || of === 'left_out'));
