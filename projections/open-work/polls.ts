/** The attempts of a job whose engine must be asked for the outcome, and from when on. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import type { JobEvent } from '../../events/job.ts';
import { NEVER, type PollWork } from './document.ts';

type Tasks = PollWork['tasks'];
type PollEvent = Extract<JobEvent, { readonly type: (typeof TYPES)[number] }>;

const TYPES = [
  'AttemptSubmitted',
  'TaskUnknown',
  'TaskRendered',
  'TaskFailed',
  'HumanReviewRequired',
  'JobCancelRequested',
] as const;
const types: ReadonlySet<string> = new Set(TYPES);

export const movesPolls = ({ type }: { readonly type: string }): boolean => types.has(type);

/** Undefined while there is nothing to ask. */
export const evolvePolls = (work: PollWork | undefined, event: RecordedEvent<PollEvent>): PollWork | undefined => {
  const before = work?.tasks ?? [];
  const tasks = tasksAfter(before, event);
  if (tasks === before) return work;
  if (tasks.length === 0) return undefined;
  const dueAt = tasks.reduce((first, { pollAt }) => (pollAt < first ? pollAt : first), NEVER);
  return { subject: 'polls', jobId: idOf(event.stream), kind: 'task.poll', dueAt, tasks };
};

const tasksAfter = onEvent<RecordedEvent<PollEvent>, Tasks>({
  AttemptSubmitted: (tasks, { taskId, pollAt }) => withPoll(tasks, taskId, pollAt),
  TaskUnknown: (tasks, { taskId, pollAt }) =>
    pollAt === null ? without(tasks, taskId) : withPoll(tasks, taskId, pollAt),
  TaskRendered: (tasks, { taskId }) => without(tasks, taskId),
  TaskFailed: (tasks, { taskId }) => without(tasks, taskId),
  HumanReviewRequired: (tasks, { taskId }) => without(tasks, taskId),
  // Engines are asked at once, to call the work off.
  JobCancelRequested: (tasks, _, { metadata }) =>
    tasks.length === 0 ? tasks : tasks.map(({ taskId }) => ({ taskId, pollAt: metadata.at })),
});

const withPoll = (tasks: Tasks, taskId: string, pollAt: string): Tasks => [
  ...without(tasks, taskId),
  { taskId, pollAt },
];

const without = (tasks: Tasks, taskId: string): Tasks =>
  tasks.some((task) => task.taskId === taskId) ? tasks.filter((task) => task.taskId !== taskId) : tasks;
