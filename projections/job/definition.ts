/**
 * Read model `job`: one document per job, from its own stream and from what the ledger debits and gives back of its
 * hold. A job that was only ever refused has none.
 */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { markOf } from '../../src/kernel/projection.ts';
import type { JobEvent } from '../../events/job.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { creditedBy } from '../credits.ts';
import { defineProjection, NONE } from '../define.ts';
import type { JobDocument } from './document.ts';
import { leftOut, leftOver, pending, withTask } from './tasks.ts';

export const jobProjection = defineProjection<JobDocument, JobEvent | LedgerEvent>({
  name: 'job',
  version: 3,
  indexes: {
    byPlan: ['planId', 'n'],
    byQueued: ['queuedPosition'],
    byStatus: ['status', 'queuedPosition'],
    byProject: ['projectId', 'queuedPosition'],
  },
  categories: ['job', 'ledger'],
  touches: (event) => {
    switch (event.type) {
      case 'LedgerDebited':
      case 'HoldReleased':
        return [event.data.ownerId];
      case 'CreditsGranted':
      case 'CreditsHeld':
      case 'CreditsExpired':
      case 'LedgerRefunded':
      case 'LedgerPeriodClosed':
      case 'JobRefused':
        return NONE;
      default:
        return [idOf(event.stream)];
    }
  },
  evolve: (document, event, id) => {
    if (event.type === 'JobQueued') return queued(event, id);
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'LedgerDebited':
      case 'HoldReleased':
        return creditedBy(document, event);
      case 'CreditsGranted':
      case 'CreditsHeld':
      case 'CreditsExpired':
      case 'LedgerRefunded':
      case 'LedgerPeriodClosed':
      case 'JobRefused':
        return document;
      default:
        return { ...after(document, event), updatedAt: event.metadata.at, mark: markOf(event) };
    }
  },
});

type Queued = Extract<JobEvent, { readonly type: 'JobQueued' }>;

const queued = (event: RecordedEvent<Queued>, jobId: string): JobDocument => {
  const { kind, operation, projectId, n, holdId, storyboard, requiredCredits, tasks } = event.data;
  const { at } = event.metadata;
  return {
    jobId,
    kind,
    operation,
    projectId,
    planId: storyboard?.planId ?? null,
    n,
    holdId,
    resume: storyboard?.resume ?? false,
    status: 'queued',
    cancelRequestedAt: null,
    requiredCredits,
    heldCredits: requiredCredits,
    chargedCredits: 0,
    queuedPosition: event.position,
    createdAt: at,
    updatedAt: at,
    mark: markOf(event),
    tasks: tasks.map(pending),
  };
};

const after = (
  document: JobDocument,
  event: RecordedEvent<Exclude<JobEvent, Queued | { readonly type: 'JobRefused' }>>,
): JobDocument => {
  const { tasks } = document;
  switch (event.type) {
    case 'JobStarted':
      return { ...document, status: 'running', tasks: leftOut(tasks, event.data.leftOut) };
    case 'JobCancelRequested':
      return { ...document, cancelRequestedAt: event.metadata.at };
    case 'JobCompleted':
      return { ...document, status: 'completed' };
    case 'JobPartiallyCompleted':
      return { ...document, status: 'partially_completed', tasks: leftOver(tasks, 'chain_broken') };
    case 'JobFailed':
      return { ...document, status: 'failed', tasks: leftOver(tasks, 'chain_broken') };
    case 'JobCancelled':
      return { ...document, status: 'cancelled', tasks: leftOver(tasks, 'cancelled') };
    default:
      return { ...document, tasks: withTask(document, event) };
  }
};
