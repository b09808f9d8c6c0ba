/**
 * Work of a process whose clock is ahead: its due time is further ahead than its kind ever waits. No look by date alone
 * would find it before. It is due once this process has watched it for as long as its kind waits. The monotonic clock
 * of the process measures that. So a process whose clock is behind takes no work early.
 */
import type { OpenWorkDocument, WorkKind } from '../../../projections/open-work/document.ts';
import { leaseLengthMs } from '../../kernel/lease.ts';
import { limits } from '../../kernel/limits.ts';
import { addMs } from '../../kernel/time.ts';
import type { Clock } from '../../ports/basics.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import { createLeaseWatch } from './lease-watch.ts';

type AheadDeps = {
  readonly documents: Pick<DocumentStore, 'query'>;
  readonly collection: () => string;
  readonly clock: Clock;
};

const LONGEST_RETRY_MS = Math.max(...limits.engineBackoffMs);

/** How long each kind waits at most. Work that waits for a date of a person or the ledger is left out. */
const WAITS_MS: Readonly<Record<Exclude<WorkKind, 'review.expire' | 'ledger.expire'>, number>> = {
  'generation.decide': limits.stepGraceMs,
  'generation.plan-repair': limits.stepGraceMs,
  'generation.end': limits.stepGraceMs,
  'job.start': limits.stepGraceMs,
  'job.finish': limits.stepGraceMs,
  'job.settle': limits.stepGraceMs,
  'task.dispatch': limits.stepGraceMs,
  'task.lease': leaseLengthMs(limits.leaseMs, Infinity),
  'task.score': limits.scoreGraceMs,
  'task.retry': LONGEST_RETRY_MS,
  // Submitted work waits longer than work of unknown outcome.
  'task.unknown': limits.submittedMaxMs,
  'task.poll': limits.pollDelayMsMax,
  'job.next': limits.stepGraceMs,
  'task.settle': limits.stepGraceMs,
  'review.accept': limits.stepGraceMs,
  'review.release': limits.stepGraceMs,
  'plan.certify': limits.stepGraceMs,
  'hold.decide': limits.requestClaimGraceMs,
  'hold.release': limits.stepGraceMs,
  'request.answer': limits.requestClaimGraceMs,
  'delivery.attempt': Math.max(...limits.deliveryBackoffMs),
  'delivery.clear': limits.deliveryKeptMs,
  'workspace.end': limits.stepGraceMs,
  'upload.clear': limits.uploadUrlTtlSeconds * 1_000 + limits.uploadGraceMs + limits.uploadAwaitedMs,
};

/**
 * The work that has been watched for long enough; call it every `limits.superviseAheadEveryMs`. Faults: the store's.
 */
export const createAheadWatch = ({
  documents,
  collection,
  clock,
}: AheadDeps): (() => Promise<readonly StoredDocument<OpenWorkDocument>[]>) => {
  const watch = createLeaseWatch(clock);

  const ofKind = async (kind: string, waitMs: number): Promise<readonly StoredDocument<OpenWorkDocument>[]> => {
    const now = new Date(clock.now()).toISOString();
    const page = await documents.query<OpenWorkDocument>({
      collection: collection(),
      index: 'byKind',
      equals: [kind],
      atLeast: addMs(now, waitMs + limits.clockAheadToleratedMs),
      limit: limits.openWorkPageMax,
    });
    return page.documents.filter(({ id, body }) => watch.remainingMs(`${id} ${kind} ${body.dueAt}`, 0, waitMs) <= 0);
  };

  return async () => (await Promise.all(Object.entries(WAITS_MS).map(async ([kind, ms]) => ofKind(kind, ms)))).flat();
};
