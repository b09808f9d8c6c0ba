/**
 * Read model `job`: one document per supervised job, from its own stream and from what the ledger debits and gives
 * back of its hold. A job that was only ever refused has none.
 */
import { idOf } from '../../src/kernel/event.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { markOf } from '../../src/kernel/projection.ts';
import type { JobEvent } from '../../events/job/index.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import { creditedBy } from '../credits.ts';
import { defineProjection, NONE } from '../define.ts';
import type { JobDocument } from './document.ts';
import { leftOut, leftOver, pending, withFrame } from './requirements.ts';

export const jobProjection = defineProjection<JobDocument, JobEvent | LedgerEvent>({
  name: 'job',
  version: 2,
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
        return event.data.ownerId.startsWith('job_') ? [event.data.ownerId] : NONE;
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
  const { data } = event;
  const { at } = event.metadata;
  return {
    jobId,
    projectId: data.projectId,
    planId: data.planId,
    n: data.n,
    holdId: data.holdId,
    operation: data.operation,
    repairPlanId: data.repairPlanId,
    manifestHash: data.manifestHash,
    storyboardRevisionId: data.storyboardRevisionId,
    workPlanId: data.workPlanId,
    requested: data.requested,
    resume: data.resume,
    continuityMode: data.continuityMode,
    status: 'queued',
    cancelRequestedAt: null,
    requiredCredits: data.requiredCredits,
    heldCredits: data.requiredCredits,
    chargedCredits: 0,
    queuedPosition: event.position,
    createdAt: at,
    updatedAt: at,
    mark: markOf(event),
    requirements: data.requirements.map(pending),
  };
};

const after = (
  document: JobDocument,
  event: RecordedEvent<Exclude<JobEvent, Queued | { readonly type: 'JobRefused' }>>,
): JobDocument => {
  const { requirements } = document;
  switch (event.type) {
    case 'JobStarted':
      return { ...document, status: 'running', requirements: leftOut(requirements, event.data.leftOut) };
    case 'JobCancelRequested':
      return { ...document, cancelRequestedAt: event.metadata.at };
    case 'JobCompleted':
      return { ...document, status: 'completed' };
    case 'JobPartiallyCompleted':
      return { ...document, status: 'partially_completed', requirements: leftOver(requirements, 'chain_broken') };
    case 'JobFailed':
      return { ...document, status: 'failed', requirements: leftOver(requirements, 'chain_broken') };
    case 'JobCancelled':
      return { ...document, status: 'cancelled', requirements: leftOver(requirements, 'cancelled') };
    default:
      return { ...document, requirements: withFrame(document, event) };
  }
};
