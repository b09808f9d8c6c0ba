/** What the events of all its streams do to what a job owes. */
import { statusAfter, type TaskEvent } from '../../commands/job/queries.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { leaseLengthMs } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { JobEvent } from '../../events/job.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import type { PlanEvent } from '../../events/plan.ts';
import type { ProjectEvent } from '../../events/project.ts';
import { type JobWork, NEVER, NOTHING, type TaskWork } from './document.ts';
import { soonAfter } from './due.ts';
import { looseHold, withoutParts } from './loose-holds.ts';

type Of<E, T extends string> = Extract<E, { readonly type: T }>;

/** Every event that may touch a job's document. */
export type JobWorkEvent =
  | JobEvent
  | Of<ProjectEvent, 'GenerationClaimed' | 'GenerationEnded'>
  | Of<PlanEvent, 'FrameReviewed' | 'FrameReviewExpired' | 'RepairPlanned'>
  | Of<LedgerEvent, 'CreditsHeld' | 'HoldReleased' | 'LedgerDebited'>;

const empty = (jobId: string, n: number): JobWork => ({
  ...NOTHING,
  subject: 'job',
  jobId,
  projectId: null,
  planId: null,
  taskId: null,
  n,
  claimed: false,
  status: 'refused',
  cancelRequested: false,
  repairUnplanned: false,
  holdId: null,
  looseHolds: [],
  tasks: [],
});

/** The work before it is decided what it owes; `undefined` for an event about work that is over. */
export const foldJob = (
  work: JobWork | undefined,
  event: RecordedEvent<JobWorkEvent>,
  jobId: string,
): JobWork | undefined => {
  switch (event.type) {
    case 'GenerationClaimed': {
      const { n, planId } = event.data;
      const projectId = idOf(event.stream);
      return { ...(work ?? empty(jobId, n)), projectId, planId, n, claimed: true, status: 'claimed' };
    }
    case 'CreditsHeld': {
      const known = work ?? { ...empty(jobId, event.data.n), status: 'held' };
      return { ...known, looseHolds: [...known.looseHolds, looseHold(event.data)] };
    }
    case 'JobQueued':
      return queued(work ?? empty(jobId, event.data.n), event);
    default:
      return work === undefined ? undefined : after(work, event);
  }
};

const queued = (work: JobWork, { data }: Of<JobWorkEvent, 'JobQueued'>): JobWork => {
  const { holdId, projectId, storyboard, n, tasks } = data;
  const hold = work.looseHolds.find((loose) => loose.holdId === holdId);
  return {
    ...work,
    projectId,
    planId: storyboard?.planId ?? null,
    n,
    status: 'queued',
    repairUnplanned: (storyboard?.repairPlanId ?? null) !== null,
    holdId,
    looseHolds: work.looseHolds.filter((loose) => loose !== hold),
    tasks: tasks.map(({ taskId, index, after, judged }) => {
      const held = hold?.partIds.includes(taskId) ?? false;
      return { taskId, index, after, judged, status: 'pending', dueAt: NEVER, held, review: null };
    }),
  };
};

const isUndecided = ({ status }: JobWork): boolean => status === 'claimed' || status === 'held';

type Later = Exclude<JobWorkEvent, Of<JobWorkEvent, 'GenerationClaimed' | 'CreditsHeld' | 'JobQueued'>>;

const after = (work: JobWork, event: RecordedEvent<Later>): JobWork => {
  const { at } = event.metadata;
  switch (event.type) {
    case 'GenerationEnded':
      return event.data.n === work.n ? { ...work, claimed: false } : work;
    case 'JobRefused':
      return isUndecided(work) && event.data.n === work.n ? { ...work, status: 'refused' } : work;
    case 'RepairPlanned':
      return { ...work, repairUnplanned: false };
    case 'JobStarted':
      return { ...work, status: 'running', tasks: withoutTasks(work.tasks, event.data.leftOut, soonAfter(at)) };
    case 'JobCancelRequested':
      return { ...work, cancelRequested: true };
    case 'JobCompleted':
    case 'JobPartiallyCompleted':
    case 'JobFailed':
    case 'JobCancelled':
      return { ...work, status: 'final' };
    case 'HoldReleased': {
      const partIds = event.data.parts.map(({ partId }) => partId);
      return closed(work, event.data.holdId, partIds);
    }
    case 'LedgerDebited':
      return closed(work, event.data.holdId, [event.data.partId]);
    case 'FrameReviewed':
      return reviewed(work, event.data.requirementId, event.data.decision, soonAfter(at));
    case 'FrameReviewExpired':
      return reviewed(work, event.data.requirementId, 'expired', soonAfter(at));
    case 'FrameRepairPlanned':
      return work;
    default:
      return withTask(work, event);
  }
};

/** When what follows is late. */
const dueAfter = (event: Exclude<RecordedEvent<TaskEvent>, Of<TaskEvent, 'FrameRepairPlanned'>>): string => {
  const { at } = event.metadata;
  switch (event.type) {
    case 'TaskDispatched':
      return addMs(at, limits.leaseMs / 2);
    case 'AttemptClaimed':
      return addMs(at, leaseLengthMs(limits.leaseMs, event.data.epoch));
    case 'TaskRendered':
      return event.data.creditsCharged === null ? addMs(at, limits.scoreGraceMs) : soonAfter(at);
    case 'TaskFailed':
      return event.data.consumed ? NEVER : (event.data.retryAt ?? soonAfter(at));
    case 'TaskUnknown':
      return event.data.dueAt;
    case 'FrameScored':
      return NEVER;
    case 'FrameAccepted':
      return soonAfter(at);
    case 'HumanReviewRequired':
      return addMs(at, limits.reviewExpiryMs);
    default:
      return assertNever(event);
  }
};

const withTask = (
  work: JobWork,
  event: Exclude<RecordedEvent<TaskEvent>, Of<TaskEvent, 'FrameRepairPlanned'>>,
): JobWork => {
  const at = work.tasks.findIndex(({ index }) => index === event.data.index);
  const task = work.tasks[at];
  if (task === undefined) return work;
  const tasks = work.tasks.slice();
  tasks[at] = { ...task, status: statusAfter(event, task.status), dueAt: dueAfter(event) };
  return { ...work, tasks };
};

const withoutTasks = (tasks: readonly TaskWork[], leftOut: readonly string[], dueAt: string): readonly TaskWork[] =>
  leftOut.length === 0
    ? tasks
    : tasks.map((task) => (leftOut.includes(task.taskId) ? { ...task, status: 'left_out', dueAt } : task));

const closed = (work: JobWork, holdId: string, partIds: readonly string[]): JobWork => {
  if (holdId !== work.holdId) return { ...work, looseHolds: withoutParts(work.looseHolds, holdId, partIds) };
  const tasks = work.tasks.map((task) =>
    task.held && partIds.includes(task.taskId) ? { ...task, held: false } : task,
  );
  return { ...work, tasks };
};

const reviewed = (work: JobWork, taskId: string, review: TaskWork['review'], dueAt: string): JobWork => ({
  ...work,
  tasks: work.tasks.map((task) =>
    // What is accepted already is so for good here: the plan alone keeps a person's word on it.
    task.taskId !== taskId || task.status === 'accepted' ? task : { ...task, review, dueAt },
  ),
});
