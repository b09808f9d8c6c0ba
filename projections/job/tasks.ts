/** The effect of a job's events on its tasks. Untouched ones are shared with the document before. */
import { statusAfter, type TaskEvent, type TaskStatus } from '../../commands/job/queries.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { clipped } from '../../src/kernel/text.ts';
import type { JobKind, JobTask, Makes } from '../../events/job.ts';
import type { AttemptEntry, JobDocument, TaskEntry, Unseen } from './document.ts';

const FILMS: ReadonlySet<JobKind> = new Set(['video', 'commerce']);
const RESULTS: ReadonlySet<Makes> = new Set(['assembly', 'report']);

/** Of a film its scenes and its sounds are not: they are parts of the assembly. */
export const isShown = (kind: JobKind, { makes }: Pick<JobTask, 'makes'>): boolean =>
  !FILMS.has(kind) || RESULTS.has(makes);

export const pending = (task: JobTask): TaskEntry => ({
  accepted: null,
  after: task.after,
  afterAll: task.afterAll ?? false,
  attempts: [],
  attemptsMax: task.attemptsMax,
  index: task.index,
  judged: task.judged,
  makes: task.makes,
  priceCredits: task.priceCredits,
  reason: null,
  status: 'pending',
  taskId: task.taskId,
  title: task.title ?? null,
});

export const unseenOf = (total: number): Unseen => ({ accepted: 0, credits: 0, failed: 0, failure: null, total });

/** The tasks after an event about one of them. */
export const withTask = (
  document: JobDocument,
  event: RecordedEvent<TaskEvent>,
): Pick<JobDocument, 'tasks'> | Pick<JobDocument, 'unseen'> => {
  const { tasks, unseen } = document;
  const { index } = event.data;
  // Places are those of the tasks, and cheaper to compare than ids.
  const at = tasks.findIndex((task) => task.index === index);
  const entry = tasks[at];
  if (entry === undefined && unseen.total > 0) return { unseen: unseenAfter(unseen, event) };
  assert(entry !== undefined, `job ${document.jobId} has no task ${index}`);
  const changed = tasks.slice();
  const status = statusAfter(entry.status, event);
  changed[at] = { ...entry, ...changeOf(entry, event), status, reason: reasonAfter(document, event, status) };
  return { tasks: changed };
};

/** None of them is judged. */
const unseenAfter = (unseen: Unseen, { type, data }: TaskEvent): Unseen => {
  if (type === 'TaskRendered') {
    return { ...unseen, accepted: unseen.accepted + 1, credits: unseen.credits + (data.creditsCharged ?? 0) };
  }
  if (type !== 'TaskFailed' || !data.consumed) return unseen;
  const { code, message } = data;
  return { ...unseen, failed: unseen.failed + 1, failure: unseen.failure ?? { code, message } };
};

/** Under a cancel nothing follows a failure; otherwise the next attempt, or human review, is in the same append. */
const reasonAfter = ({ cancelRequestedAt }: JobDocument, event: TaskEvent, status: TaskStatus): string | null => {
  if (event.type === 'HumanReviewRequired') return event.data.reason;
  // Of a frame that was given up: what the engine did is known now, and a person still decides.
  if (event.type === 'AttemptResolved') return status === 'human_review' ? 'engine_failed' : null;
  return status === 'failed' && cancelRequestedAt !== null ? 'cancelled' : null;
};

const changeOf = onEvent<TaskEvent, TaskEntry, Partial<TaskEntry>>({
  TaskDispatched: ({ attempts }, dispatch) => ({ attempts: dispatched(attempts, dispatch) }),
  AttemptClaimed: (entry) => ({ attempts: withLast(entry, { status: 'rendering' }) }),
  AttemptSubmitted: (entry) => ({ attempts: withLast(entry, { status: 'rendering' }) }),
  TaskRendered: (entry, { asset, attachments, creditsCharged, ...told }) => ({
    attempts: withLast(entry, {
      status: 'rendered',
      asset,
      ...(attachments && { attachments }),
      error: null,
      ...costIn(told),
    }),
    ...(creditsCharged === null ? {} : { accepted: { assetHash: asset.hash, by: null, creditsCharged } }),
  }),
  TaskFailed: (entry, { consumed, code, message, ...told }) => {
    const status = consumed ? 'failed' : 'retrying';
    return { attempts: withLast(entry, { status, asset: null, error: { code, message }, ...costIn(told) }) };
  },
  TaskUnknown: (entry) => ({ attempts: withLast(entry, { status: 'dispatch_unknown' }) }),
  AttemptResolved: (entry, { outcome: code, note }) => {
    if (code === 'delivered') return {};
    const error = { code, message: clipped(note, limits.failureMessageCharsMax) };
    return { attempts: withLast(entry, { status: 'failed', error }) };
  },
  FrameScored: (entry, { evidence, assetHash, creditsCharged }) => ({
    attempts: withLast(entry, { status: 'scored', evidence }),
    ...(creditsCharged === null ? {} : { accepted: { assetHash, by: 'scorer', creditsCharged } }),
  }),
  FrameAccepted: (_, { assetHash, creditsCharged }) => ({ accepted: { assetHash, by: 'person', creditsCharged } }),
  FrameRepairPlanned: () => ({}),
  HumanReviewRequired: () => ({}),
});

const costIn = ({ providerCost }: Pick<AttemptEntry, 'providerCost'>): Pick<AttemptEntry, 'providerCost'> =>
  providerCost === undefined ? {} : { providerCost };

type Dispatch = Extract<TaskEvent, { readonly type: 'TaskDispatched' }>['data'];

/** An attempt that an engine refused is dispatched again under its number and a new key. */
const dispatched = (attempts: readonly AttemptEntry[], dispatch: Dispatch): readonly AttemptEntry[] => {
  const { attempt, attemptKey, engine, seed } = dispatch;
  const last = attempts.at(-1);
  const again = last?.attempt === attempt;
  const error = again ? last.error : null;
  const entry: AttemptEntry = {
    asset: null,
    attempt,
    attemptKey,
    engine,
    error,
    evidence: null,
    seed,
    status: 'dispatched',
  };
  return [...(again ? attempts.slice(0, -1) : attempts), entry];
};

/** Events about an attempt are about the current one: the job's stream refuses all others. */
const withLast = (entry: TaskEntry, change: Partial<AttemptEntry>): readonly AttemptEntry[] => {
  const last = entry.attempts.at(-1);
  assert(last !== undefined, `task ${entry.taskId} has an attempt`);
  const attempts = entry.attempts.slice();
  attempts[attempts.length - 1] = { ...last, ...change };
  return attempts;
};

/** Tasks that a final job leaves undone tell the reason; an unclaimed attempt will not be made. */
export const leftOver = (tasks: readonly TaskEntry[], reason: 'cancelled' | 'chain_broken'): readonly TaskEntry[] =>
  tasks.map((entry) => {
    if (entry.status === 'pending') return { ...entry, reason };
    if (entry.status !== 'dispatched' && entry.status !== 'retrying') return entry;
    return { ...entry, status: 'pending', reason, attempts: withLast(entry, { status: 'cancelled' }) };
  });

/** They are not part of the job any more. */
export const without = (
  tasks: readonly TaskEntry[],
  taskIds: readonly string[],
  reason: 'accepted_by_person' | 'stopped',
): readonly TaskEntry[] =>
  taskIds.length === 0
    ? tasks
    : tasks.map((entry) => (taskIds.includes(entry.taskId) ? { ...entry, status: 'left_out', reason } : entry));

/** A person stopped the job at a checkpoint: these were not begun. */
export const stopped = (
  { tasks, unseen }: JobDocument,
  taskIds: readonly string[],
): Pick<JobDocument, 'tasks' | 'unseen'> => {
  const shown = tasks.filter(({ taskId }) => taskIds.includes(taskId)).length;
  return {
    tasks: without(tasks, taskIds, 'stopped'),
    unseen: { ...unseen, total: unseen.total - (taskIds.length - shown) },
  };
};
