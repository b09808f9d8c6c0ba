/**
 * Read model `open-work`: a document for each job, key, plan, ledger, upload, workspace, delivery and destination that
 * may owe a step.
 * Ids: `job:<id>`, `polls:<id of its job>`, `request:<id of its stream>`, `plan:<id>`, `ledger:<workspace>`,
 * `upload:<id>`, `workspace:<id>`, `delivery:<id>`, `lane:<workspace>:<lane>`.
 */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import type { JobEvent } from '../../events/job.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import type { PlanEvent } from '../../events/plan.ts';
import type { ProjectEvent } from '../../events/project.ts';
import type { RequestEvent } from '../../events/request.ts';
import type { UploadEvent } from '../../events/upload.ts';
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { defineProjection, NONE } from '../common/define.ts';
import { type OpenWorkDocument, type RequestWork, soonAfter, type UploadWork, type WorkspaceWork } from './document.ts';
import { evolveDelivery } from './delivery.ts';
import { evolveJob } from './job-owed.ts';
import { evolveLane, lanesOf } from './lane.ts';
import { evolveLedger, movesDated } from './ledger.ts';
import { evolvePlan } from './plan.ts';
import { evolvePolls, movesPolls } from './polls.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';

type OpenWorkEvent =
  | DeliveryEvent
  | JobEvent
  | LedgerEvent
  | PlanEvent
  | ProjectEvent
  | RequestEvent
  | UploadEvent
  | WorkspaceEvent;

export const openWorkProjection = defineProjection<OpenWorkDocument, OpenWorkEvent>({
  name: 'open-work',
  version: 11,
  indexes: { byDue: ['dueAt'], byKind: ['kind', 'dueAt'] },
  // The supervisor takes the due steps of all owners.
  across: ['byDue', 'byKind'],
  categories: ['delivery', 'job', 'ledger', 'plan', 'project', 'request', 'upload', 'workspace'],
  touches: (event) => {
    const category = event.stream.slice(0, event.stream.indexOf('-'));
    switch (category) {
      case 'delivery':
        return [`delivery:${idOf(event.stream)}`, ...lanesOf(event as RecordedEvent<DeliveryEvent>)];
      case 'job':
        return touchedByJob(event);
      case 'ledger':
        return touchedByLedger(event as RecordedEvent<LedgerEvent>);
      case 'plan':
        return touchedByPlan(event as RecordedEvent<PlanEvent>);
      case 'project':
        return touchedByProject(event as RecordedEvent<ProjectEvent>);
      case 'workspace':
        return movesRemoval(event as RecordedEvent<WorkspaceEvent>) ? [`workspace:${idOf(event.stream)}`] : NONE;
      default:
        return [`${category}:${idOf(event.stream)}`];
    }
  },
  // The id says which streams a document is made of, and `touches` offers it events of those alone.
  evolve: (document, event, id) => {
    const fold = folds[id.slice(0, id.indexOf(':')) as OpenWorkDocument['subject']];
    return fold(document as never, event as never, id);
  },
});

/** Of an idempotency key: its answer. */
const evolveRequest = (_: RequestWork | undefined, event: RecordedEvent<RequestEvent>): RequestWork | undefined => {
  if (event.type !== 'RequestClaimed') return undefined;
  const { n, operation, targetId, projectId } = event.data;
  return {
    kind: 'request.answer',
    dueAt: addMs(event.metadata.at, limits.requestClaimGraceMs),
    subject: 'request',
    requestId: idOf(event.stream),
    n,
    operation,
    targetId,
    projectId,
  };
};

/** Of an upload: its place is emptied some time after its URL has expired, or after it was awaited for longer. */
const evolveUpload = (work: UploadWork | undefined, event: RecordedEvent<UploadEvent>): UploadWork | undefined => {
  if (event.type === 'UploadCleared') return undefined;
  if (event.type === 'UploadAwaited') return work && { ...work, dueAt: event.data.until };
  if (event.type !== 'UploadOffered') return work;
  const dueAt = addMs(event.data.expiresAt, limits.uploadGraceMs);
  return { kind: 'upload.clear', dueAt, subject: 'upload', uploadId: idOf(event.stream) };
};

/** Whether the event moves it; most do not. */
const movesRemoval = ({ type }: Pick<WorkspaceEvent, 'type'>): boolean =>
  type === 'WorkspaceRemovalBegun' || type === 'WorkspaceDeleted';

/** Of a workspace: the end of a removal that has begun. */
const evolveWorkspace = (
  _: WorkspaceWork | undefined,
  event: RecordedEvent<WorkspaceEvent>,
): WorkspaceWork | undefined => {
  if (event.type !== 'WorkspaceRemovalBegun') return undefined;
  const { begunBy, forfeit = false } = event.data;
  const dueAt = soonAfter(event.metadata.at);
  return { kind: 'workspace.end', dueAt, subject: 'workspace', workspaceId: idOf(event.stream), begunBy, forfeit };
};

type Fold<W> = (work: W | undefined, event: never, id: string) => W | undefined;

const folds: { readonly [S in OpenWorkDocument['subject']]: Fold<Extract<OpenWorkDocument, { readonly subject: S }>> } =
  {
    job: evolveJob,
    polls: evolvePolls,
    plan: evolvePlan,
    ledger: evolveLedger,
    delivery: evolveDelivery,
    lane: evolveLane,
    workspace: evolveWorkspace,
    upload: evolveUpload,
    request: evolveRequest,
  };

const touchedByJob = (event: RecordedEvent): readonly string[] => {
  const jobId = idOf(event.stream);
  return movesPolls(event) ? [`job:${jobId}`, `polls:${jobId}`] : [`job:${jobId}`];
};

const touchedByLedger = (event: RecordedEvent<LedgerEvent>): readonly string[] => {
  const own = movesDated(event) ? [`ledger:${idOf(event.stream)}`] : NONE;
  if (event.type !== 'CreditsHeld' && event.type !== 'HoldReleased' && event.type !== 'LedgerDebited') return own;
  return [...own, `job:${event.data.ownerId}`];
};

const touchedByPlan = (event: RecordedEvent<PlanEvent>): readonly string[] => {
  const own = `plan:${idOf(event.stream)}`;
  switch (event.type) {
    case 'FrameReviewed':
    case 'FrameReviewExpired':
    case 'RepairPlanned':
      return event.data.jobId === null ? [own] : [own, `job:${event.data.jobId}`];
    case 'PlanSuperseded':
    case 'PlanReplaced':
      return [own, ...(event.data.jobs ?? []).map(({ jobId }) => `job:${jobId}`)];
    default:
      return [own];
  }
};

const touchedByProject = (event: RecordedEvent<ProjectEvent>): readonly string[] =>
  event.type === 'GenerationClaimed' || event.type === 'GenerationEnded' ? [`job:${event.data.jobId}`] : NONE;
