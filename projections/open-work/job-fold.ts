/** The effect of events of all its streams on a job's open work. */
import { isOfTask, statusAfter, type TaskEvent, WHOLE } from '../../commands/job/queries.ts';
import { type EventOf, idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { ofEvent, onEvent } from '../../src/kernel/handlers.ts';
import { leaseLengthMs } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { JobEvent, JobTask } from '../../events/job.ts';
import type { creditsHeld, LedgerEvent } from '../../events/ledger.ts';
import type { PlanEvent } from '../../events/plan.ts';
import type { ProjectEvent } from '../../events/project.ts';
import { type JobWork, type LooseHold, NEVER, NOTHING, soonAfter, type TaskWork } from './document.ts';

type Of<E, T extends string> = Extract<E, { readonly type: T }>;

/** Every event that may touch a job's document. */
export type JobWorkEvent =
  | JobEvent
  | Of<ProjectEvent, 'GenerationClaimed' | 'GenerationEnded'>
  | Of<PlanEvent, 'FrameReviewed' | 'FrameReviewExpired' | 'RepairPlanned' | 'PlanSuperseded' | 'PlanReplaced'>
  | Of<LedgerEvent, 'CreditsHeld' | 'HoldReleased' | 'LedgerDebited'>;

const empty = (jobId: string, n: number): JobWork => ({
  // In canonical order: a store that writes it in that order copies nothing.
  awaiting: false,
  cancelRequested: false,
  claimed: false,
  dueAt: NOTHING.dueAt,
  holdId: null,
  jobId,
  kind: NOTHING.kind,
  looseHolds: [],
  n,
  paused: false,
  planId: null,
  projectId: null,
  repairUnplanned: false,
  settle: 'each',
  status: 'refused',
  subject: 'job',
  taskId: null,
  tasks: [],
  whole: { failed: false, held: false, left: 0 },
});

type Beginning = Of<JobWorkEvent, 'GenerationClaimed' | 'CreditsHeld' | 'JobQueued'>;

const isBeginning = (event: RecordedEvent<JobWorkEvent>): event is RecordedEvent<Beginning> =>
  event.type === 'GenerationClaimed' || event.type === 'CreditsHeld' || event.type === 'JobQueued';

/** The work before its next step is decided; `undefined` for an event about work that is over. */
export const foldJob = (work: JobWork | undefined, event: RecordedEvent<JobWorkEvent>): JobWork | undefined => {
  if (isBeginning(event)) return begun(work, event);
  if (work === undefined) return undefined;
  // The event about the outcome, beside it, moves the task; of a frame that was given up nothing moves.
  if (event.type === 'AttemptResolved') return work;
  return isOfTask(event) ? withTask(work, event) : after(work, event);
};

const begun = onEvent<RecordedEvent<Beginning>, JobWork | undefined, JobWork>({
  GenerationClaimed: (work, { jobId, n, planId }, { stream }) => {
    const claim = { projectId: idOf(stream), planId, n, claimed: true, status: 'claimed' } as const;
    return { ...(work ?? empty(jobId, n)), ...claim };
  },
  CreditsHeld: (work, hold) => {
    const known: JobWork = work ?? { ...empty(hold.ownerId, hold.n), status: 'held' };
    return { ...known, looseHolds: [...known.looseHolds, looseHold(hold)] };
  },
  JobQueued: (known, { holdId, projectId, storyboard, n, settle, tasks }, { stream }) => {
    const work = known ?? empty(idOf(stream), n);
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
      settle,
      whole: { failed: false, held: settle === 'whole' && isHeld(hold, WHOLE), left: tasks.length },
      tasks: settle === 'whole' ? [] : tasks.map((task) => pending(task, isHeld(hold, task.taskId))),
    };
  },
});

type Queued = Pick<JobTask, 'taskId' | 'index' | 'after' | 'afterAll' | 'checkpoint' | 'judged'>;

const isHeld = (hold: LooseHold | undefined, partId: string): boolean => hold?.partIds.includes(partId) ?? false;

const pending = (
  { taskId, index, after: follows, afterAll = false, checkpoint = false, judged }: Queued,
  held: boolean,
): TaskWork => ({
  after: follows,
  afterAll,
  checkpoint,
  dueAt: NEVER,
  held,
  index,
  judged,
  review: null,
  status: 'pending',
  taskId,
});

/** The events that move a task. */
type Moving = Exclude<TaskEvent, { readonly type: 'AttemptResolved' }>;

const isUndecided = ({ status }: JobWork): boolean => status === 'claimed' || status === 'held';
const isOver = (work: JobWork): JobWork => ({ ...work, status: 'final' });

const after = onEvent<RecordedEvent<Exclude<JobWorkEvent, Beginning | TaskEvent>>, JobWork>({
  GenerationEnded: (work, { n }) => (n === work.n ? { ...work, claimed: false } : work),
  JobRefused: (work, { n }) => (isUndecided(work) && n === work.n ? { ...work, status: 'refused' } : work),
  RepairPlanned: (work) => ({ ...work, repairUnplanned: false }),
  JobStarted: (work, { leftOut }, { metadata }) => ({
    ...work,
    status: 'running',
    tasks: withoutTasks(work.tasks, leftOut, soonAfter(metadata.at)),
  }),
  JobPaused: (work) => ({ ...work, paused: true }),
  // The messages of attempts that no process had claimed may have come in the pause.
  JobResumed: (work, _, { metadata }) => ({
    ...work,
    paused: false,
    tasks: work.tasks.map((task) =>
      task.status === 'dispatched' && task.dueAt > metadata.at ? { ...task, dueAt: metadata.at } : task,
    ),
  }),
  CheckpointReached: (work) => ({ ...work, awaiting: true }),
  CheckpointDecided: (work, { before, leftOut }, { metadata }) => ({
    ...work,
    awaiting: false,
    whole: { ...work.whole, left: work.whole.left - leftOut.length },
    tasks: withoutTasks(
      work.tasks.map((task) => (task.taskId === before ? { ...task, checkpoint: false } : task)),
      leftOut,
      soonAfter(metadata.at),
    ),
  }),
  JobCancelRequested: (work) => ({ ...work, cancelRequested: true, paused: false, awaiting: false }),
  JobCompleted: isOver,
  JobPartiallyCompleted: isOver,
  JobFailed: isOver,
  JobCancelled: isOver,
  HoldReleased: (work, { holdId, parts }) =>
    closed(
      work,
      holdId,
      parts.map(({ partId }) => partId),
    ),
  LedgerDebited: (work, { holdId, partId }) => closed(work, holdId, [partId]),
  FrameReviewed: (work, { requirementId, decision }, { metadata }) =>
    reviewed(work, requirementId, decision, soonAfter(metadata.at)),
  FrameReviewExpired: (work, { requirementId }, { metadata }) =>
    reviewed(work, requirementId, 'expired', soonAfter(metadata.at)),
  PlanSuperseded: (work, _, { metadata }) => superseded(work, soonAfter(metadata.at)),
  PlanReplaced: (work, _, { metadata }) => superseded(work, soonAfter(metadata.at)),
});

const withTask = (work: JobWork, event: RecordedEvent<Moving>): JobWork => {
  if (work.settle === 'whole') return partOfWhole(work, event);
  const at = work.tasks.findIndex(({ index }) => index === event.data.index);
  const task = work.tasks[at];
  if (task === undefined) return work;
  const tasks = work.tasks.slice();
  tasks[at] = moved(task, event);
  return { ...work, tasks };
};

const moved = (task: TaskWork, event: RecordedEvent<Moving>): TaskWork => ({
  ...task,
  status: statusAfter(task.status, event),
  dueAt: dueAfter(event),
});

const partOfWhole = (work: JobWork, event: RecordedEvent<Moving>): JobWork => {
  const { taskId, index } = event.data;
  const others = work.tasks.filter((task) => task.index !== index);
  const known = work.tasks.find((task) => task.index === index);
  const task = moved(known ?? pending({ taskId, index, after: [], judged: false }, false), event);
  const { whole } = work;
  if (task.status === 'accepted') return { ...work, whole: { ...whole, left: whole.left - 1 }, tasks: others };
  if (task.status === 'failed') return { ...work, whole: { ...whole, failed: true }, tasks: others };
  return { ...work, tasks: [...others, task] };
};

/** When the next step is late. */
const dueAfter = ofEvent<RecordedEvent<Moving>, string>({
  TaskDispatched: (_, { metadata }) => addMs(metadata.at, limits.leaseMs / 2),
  AttemptClaimed: ({ epoch }, { metadata }) => addMs(metadata.at, leaseLengthMs(limits.leaseMs, epoch)),
  TaskRendered: ({ creditsCharged }, { metadata }) =>
    creditsCharged === null ? addMs(metadata.at, limits.scoreGraceMs) : soonAfter(metadata.at),
  TaskFailed: ({ consumed, retryAt }, { metadata }) => (consumed ? NEVER : (retryAt ?? soonAfter(metadata.at))),
  AttemptSubmitted: ({ dueAt }) => dueAt,
  TaskUnknown: ({ dueAt }) => dueAt,
  FrameScored: ({ creditsCharged }, { metadata }) => (creditsCharged === null ? NEVER : soonAfter(metadata.at)),
  FrameAccepted: (_, { metadata }) => soonAfter(metadata.at),
  FrameRepairPlanned: () => NEVER,
  HumanReviewRequired: (_, { metadata }) => addMs(metadata.at, limits.reviewExpiryMs),
});

const withoutTasks = (tasks: readonly TaskWork[], leftOut: readonly string[], dueAt: string): readonly TaskWork[] =>
  leftOut.length === 0
    ? tasks
    : tasks.map((task) => (leftOut.includes(task.taskId) ? { ...task, status: 'left_out', dueAt } : task));

const closed = (work: JobWork, holdId: string, partIds: readonly string[]): JobWork => {
  if (holdId !== work.holdId) return { ...work, looseHolds: withoutParts(work.looseHolds, holdId, partIds) };
  if (work.settle === 'whole')
    return { ...work, whole: { ...work.whole, held: work.whole.held && !partIds.includes(WHOLE) } };
  const tasks = work.tasks.map((task) =>
    task.held && partIds.includes(task.taskId) ? { ...task, held: false } : task,
  );
  return { ...work, tasks };
};

const reviewed = (work: JobWork, taskId: string, review: TaskWork['review'], dueAt: string): JobWork => ({
  ...work,
  tasks: work.tasks.map((task) =>
    // An accepted frame stays accepted here: the plan alone keeps a person's decision on it.
    task.taskId !== taskId || task.status === 'accepted' ? task : { ...task, review, dueAt },
  ),
});

/** No person decides on a frame that waits any more. A decision before it holds. */
const superseded = (work: JobWork, dueAt: string): JobWork => ({
  ...work,
  tasks: work.tasks.map((task) =>
    task.status === 'human_review' && task.review === null ? { ...task, review: 'superseded', dueAt } : task,
  ),
});

const looseHold = ({ holdId, n, parts }: EventOf<typeof creditsHeld>['data']): LooseHold => ({
  holdId,
  n,
  partIds: parts.map(({ partId }) => partId),
});

/** The holds after parts of one were closed. */
const withoutParts = (holds: readonly LooseHold[], holdId: string, closed: readonly string[]): readonly LooseHold[] =>
  holds.flatMap((hold) => {
    if (hold.holdId !== holdId) return [hold];
    const partIds = hold.partIds.filter((partId) => !closed.includes(partId));
    return partIds.length === 0 ? [] : [{ ...hold, partIds }];
  });
