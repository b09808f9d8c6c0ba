/**
 * Read model `job`: one document per job, from its own stream and from the ledger's debits and releases of its hold. A
 * job that was only ever refused has none.
 */
import { isOfTask, isWhole, type TaskEvent } from '../../commands/job/queries.ts';
import { categoryOf, idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { markOf } from '../../src/kernel/projection.ts';
import { sumOfCosts } from '../../src/kernel/provider-cost.ts';
import type { JobEvent } from '../../events/job.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { creditedBy, isClosing } from '../common/credits.ts';
import { defineProjection, NONE } from '../common/define.ts';
import type { JobDocument } from './document.ts';
import { isShown, leftOver, pending, stopped, unseenOf, without, withTask } from './tasks.ts';

export const jobProjection = defineProjection<JobDocument, JobEvent | LedgerEvent>({
  name: 'job',
  version: 6,
  indexes: {
    byPlan: ['planId', 'n'],
    byQueued: ['queuedPosition'],
    byStatus: ['status', 'queuedPosition'],
    byKind: ['kind', 'queuedPosition'],
    byProject: ['projectId', 'queuedPosition'],
  },
  categories: ['job', 'ledger'],
  touches: (event) => {
    if (isClosing(event)) return [event.data.ownerId];
    return isOfJob(event) ? [idOf(event.stream)] : NONE;
  },
  evolve: (document, event, id) => {
    if (event.type === 'JobQueued') return queued(event, id);
    if (document === undefined) return undefined;
    if (isClosing(event)) return creditedBy(document, event);
    if (!isOfJob(event)) return document;
    return { ...document, ...changesOf(document, event), updatedAt: event.metadata.at, mark: markOf(event) };
  },
});

type Queued = Extract<JobEvent, { readonly type: 'JobQueued' }>;
type Shown = Exclude<JobEvent, { readonly type: 'JobRefused' }>;
type Later = Exclude<Shown, Queued>;

const isOfJob = (event: RecordedEvent<JobEvent | LedgerEvent>): event is RecordedEvent<Shown> =>
  categoryOf(event.stream) === 'job' && event.type !== 'JobRefused';

const queued = (event: RecordedEvent<Queued>, jobId: string): JobDocument => {
  const { kind, operation, projectId, n, holdId, settle, storyboard, requiredCredits, tasks } = event.data;
  const shown = tasks.filter((task) => isShown(kind, task));
  const { at } = event.metadata;
  // In canonical order, here and in `tasks.ts`: a store that writes it in that order copies nothing.
  return {
    cancelRequestedAt: null,
    chargedCredits: 0,
    checkpoint: null,
    createdAt: at,
    heldCredits: requiredCredits,
    holdId,
    jobId,
    kind,
    mark: markOf(event),
    n,
    operation,
    pausedAt: null,
    planId: storyboard?.planId ?? null,
    projectId,
    providerCosts: [],
    queuedPosition: event.position,
    requiredCredits,
    resume: storyboard?.resume ?? false,
    settle,
    status: 'queued',
    tasks: shown.map(pending),
    unseen: unseenOf(tasks.length - shown.length),
    updatedAt: at,
  };
};

const changesOf = (document: JobDocument, event: RecordedEvent<Later>): Partial<JobDocument> =>
  isOfTask(event) ? { ...withTask(document, event), ...withCost(document, event) } : changesOfJob(document, event);

/** Also of tasks that are not shown. */
const withCost = ({ providerCosts }: JobDocument, { data }: RecordedEvent<TaskEvent>): Partial<JobDocument> =>
  'providerCost' in data && data.providerCost
    ? { providerCosts: sumOfCosts([...providerCosts, data.providerCost]) }
    : {};

const changesOfJob = onEvent<RecordedEvent<Exclude<Later, TaskEvent>>, JobDocument, Partial<JobDocument>>({
  JobStarted: ({ tasks }, { leftOut }) => ({
    status: 'running',
    tasks: without(tasks, leftOut, 'accepted_by_person'),
  }),
  JobPaused: (_job, _data, { metadata }) => ({ pausedAt: metadata.at }),
  JobResumed: () => ({ pausedAt: null }),
  CheckpointReached: (_job, { before }, { metadata }) => ({ checkpoint: { before, reachedAt: metadata.at } }),
  CheckpointDecided: (job, { leftOut }) => ({ checkpoint: null, ...stopped(job, leftOut) }),
  JobCancelRequested: (_job, _data, { metadata }) => ({
    cancelRequestedAt: metadata.at,
    pausedAt: null,
    checkpoint: null,
  }),
  JobCompleted: () => ({ status: 'completed', ...HELD_BY_NOTHING }),
  JobPartiallyCompleted: ({ tasks }) => ({
    status: 'partially_completed',
    ...HELD_BY_NOTHING,
    tasks: leftOver(tasks, 'chain_broken'),
  }),
  JobFailed: ({ tasks }) => ({ status: 'failed', ...HELD_BY_NOTHING, tasks: leftOver(tasks, 'chain_broken') }),
  JobCancelled: ({ tasks }) => ({ status: 'cancelled', tasks: leftOver(tasks, 'cancelled') }),
});

/** Attempts that were under way may end a job that is held up. */
const HELD_BY_NOTHING = { pausedAt: null, checkpoint: null } as const;

/** A part of its hold that is neither debited nor released. */
type OpenPart = { readonly partId: string; readonly amount: number };

/**
 * The document of a job that was folded from its own stream alone, where acceptances carry their cost. `open`: the
 * parts of its hold that are open, as the ledger's state tells. An acceptance is charged once its part is closed.
 */
export const withCredits = (document: JobDocument, open: readonly OpenPart[]): JobDocument => ({
  ...document,
  heldCredits: open.reduce((sum, { amount }) => sum + amount, 0),
  chargedCredits:
    document.settle === 'whole' && !(open.length === 0 && isAllMade(document)) ? 0 : paidCredits(document, open),
});

const paidCredits = ({ tasks, unseen }: JobDocument, open: readonly OpenPart[]): number => {
  const unpaid = new Set(open.map(({ partId }) => partId));
  return tasks.reduce(
    (sum, { taskId, accepted }) => sum + (unpaid.has(taskId) ? 0 : (accepted?.creditsCharged ?? 0)),
    unseen.credits,
  );
};

/** Everything that it was queued for is made. */
const isAllMade = ({ tasks, unseen }: JobDocument): boolean => unseen.accepted === unseen.total && isWhole({ tasks });
