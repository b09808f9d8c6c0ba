/** The answer to a poll of a storyboard's job. */
import { assetView, type Costs, evidenceView, type Held, isMedia, mediaView } from '../common/views.ts';
import type { AttemptEntry, JobDocument, TaskEntry } from './document.ts';
import type { Asset } from '../../events/common.ts';
import { isFinal } from '../../commands/job/queries.ts';

/**
 * The state of a frame for clients:
 * - `pending`: not dispatched; when the job is final, left over (see `reason`)
 * - `rendering`: an attempt is under way, anywhere from its dispatch to its score
 * - `dispatch_unknown`: the engine may or may not have done it, and is not asked again
 * - `accepted`: by the scorer or a person
 * - `human_review`: the ladder is at its end, a person decides
 * - `failed`: the last attempt failed and no other follows (a job that is being cancelled)
 */
export type RequirementStatus = 'pending' | 'rendering' | 'accepted' | 'failed' | 'human_review' | 'dispatch_unknown';

/** A judged task that failed and says no reason has its next step in the same append. */
export const shownStatus = ({ status, judged, reason }: TaskEntry): RequirementStatus => {
  switch (status) {
    case 'dispatched':
    case 'claimed':
    case 'submitted':
    case 'retrying':
    case 'rendered':
      return 'rendering';
    case 'unknown':
      return 'dispatch_unknown';
    case 'left_out':
      return 'accepted';
    case 'failed':
      return judged && reason === null ? 'rendering' : 'failed';
    case 'pending':
    case 'accepted':
    case 'human_review':
      return status;
  }
};

/** `resumable`: a further generate or repair could make progress, which the document alone does not tell. */
export const jobPoll = (document: JobDocument, resumable: boolean) => ({
  ok: true,
  job: jobHead(document),
  requirements: document.tasks.map(requirementView),
  failedRequirementIds: document.tasks.filter(hasFailed).map(({ taskId }) => taskId),
  resumable,
});

const jobHead = (document: JobDocument) => ({
  id: document.jobId,
  operation: document.operation,
  status: document.status,
  planId: document.planId ?? '',
  requestedImageCount: document.tasks.length,
  requiredCredits: document.requiredCredits,
  heldCredits: document.heldCredits,
  chargedCredits: document.chargedCredits,
  progress: progressOf(document),
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  ...costsIn(document),
  ...heldIn(document),
});

/** There only where a provider told a cost. */
const costsIn = ({ providerCosts }: Pick<JobDocument, 'providerCosts'>): Costs =>
  providerCosts.length === 0 ? {} : { providerCosts };

/** The members that tell why nothing more of a job is begun; each is there only where it applies. */
const heldIn = ({ cancelRequestedAt, pausedAt, checkpoint }: JobDocument): Held => ({
  ...(cancelRequestedAt === null ? {} : { cancelRequestedAt }),
  ...(pausedAt === null ? {} : { pausedAt }),
  ...(checkpoint === null ? {} : { awaitingCheckpoint: checkpoint }),
});

const requirementView = (entry: TaskEntry) => ({
  requirementId: entry.taskId,
  frameIndex: entry.index,
  title: entry.title,
  status: shownStatus(entry),
  attempts: entry.attempts.map(attemptView),
  reason: entry.reason,
});

const attemptView = ({ attempt, engine, seed, status, asset, evidence, error, providerCost }: AttemptEntry) => ({
  attempt,
  engine,
  seed,
  status,
  asset: asset === null ? null : assetView(asset),
  evidence: evidence === null ? null : evidenceView(evidence),
  error,
  ...(providerCost === undefined ? {} : { providerCost }),
});

/**
 * Done tasks need no more work of the job: accepted, failed, or handed to a person. Of a film those that never began
 * are not done: with one that fails nothing else is begun.
 */
const progressOf = ({ settle, tasks, unseen }: JobDocument): { readonly done: number; readonly total: number } => {
  const isDone = (entry: TaskEntry): boolean =>
    shownStatus(entry) === 'accepted' || hasFailed(entry) || (settle === 'each' && isOver(entry));
  const done = tasks.filter(isDone).length + unseen.accepted + unseen.failed;
  return { done, total: tasks.length + unseen.total };
};

/** Frames that a final job left over are made only where a plan says so. Those of a cancelled one were never made. */
const isOver = ({ judged, reason }: TaskEntry): boolean => !judged && reason !== null && reason !== 'cancelled';

const hasFailed = (entry: TaskEntry): boolean => {
  const status = shownStatus(entry);
  return status === 'failed' || status === 'human_review';
};

export const jobItem = (document: JobDocument) => ({
  id: document.jobId,
  kind: document.kind,
  operation: document.operation,
  status: document.status,
  progress: progressOf(document),
  error: errorOf(document),
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  requiredCredits: document.requiredCredits,
  chargedCredits: document.chargedCredits,
  ...costsIn(document),
  ...heldIn(document),
  ...(document.projectId === null ? {} : { projectId: document.projectId }),
  ...(document.planId === null ? {} : { planId: document.planId, requestedImageCount: document.tasks.length }),
  heldCredits: document.heldCredits,
});

/** Of a storyboard its requirements tell the failures; of all else the first failed task does. */
const errorOf = ({ kind, status, tasks, unseen }: JobDocument) => {
  if (kind !== 'storyboard') {
    return unseen.failure ?? tasks.find((task) => task.status === 'failed')?.attempts.at(-1)?.error ?? null;
  }
  return status === 'failed' ? { code: 'no_frame_accepted', message: 'no required frame was accepted' } : null;
};

/** Null until the job has ended, and for one that made nothing. */
export const jobResult = (document: JobDocument) => {
  if (!isFinal(document.status)) return null;
  const assets = document.tasks.flatMap(mediaOf);
  return assets.length === 0 ? null : { assets };
};

/** The first output of a job that is media; undefined for none. */
export const outputOf = ({ tasks }: JobDocument): Asset | undefined => {
  for (const task of tasks) {
    const asset = isMedia(task.makes) ? acceptedOf(task)?.asset : undefined;
    if (asset) return asset;
  }
  return undefined;
};

/** The attempt that was accepted. */
export const acceptedOf = ({ status, attempts, accepted }: TaskEntry): AttemptEntry | undefined =>
  status === 'accepted' ? attempts.findLast(({ asset }) => asset?.hash === accepted?.assetHash) : undefined;

/** The output of an accepted task, and the attachments that are media of their own. */
const mediaOf = (task: TaskEntry) => {
  const { makes } = task;
  const made = acceptedOf(task);
  if (made === undefined || made.asset === null || !isMedia(makes)) return [];
  return [
    mediaView(makes, made.asset),
    ...(made.attachments ?? []).flatMap(({ name, asset }) => (isMedia(name) ? [mediaView(name, asset)] : [])),
  ];
};
