/** What a poll of a job answers (contract, section 5), made of its document alone. */
import { assetView, evidenceView } from '../views.ts';
import type { AssetView, EvidenceView } from '../views.ts';
import { isFinal } from './document.ts';
import type { AttemptEntry, AttemptStatus, JobDocument, RequirementEntry, RequirementStatus } from './document.ts';

export type AttemptView = {
  readonly attempt: number;
  readonly engine: string;
  readonly seed: number;
  readonly status: AttemptStatus;
  readonly asset: AssetView | null;
  readonly evidence: EvidenceView | null;
  readonly error: AttemptEntry['error'];
};

export type RequirementView = {
  readonly requirementId: string;
  readonly frameIndex: number;
  readonly title: string | null;
  readonly status: RequirementStatus;
  readonly attempts: readonly AttemptView[];
  readonly reason: string | null;
};

export type JobHead = {
  readonly id: string;
  readonly operation: JobDocument['operation'];
  readonly status: JobDocument['status'];
  readonly planId: string;
  readonly requestedImageCount: number;
  readonly requiredCredits: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly progress: { readonly done: number; readonly total: number };
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Where a cancel was asked for. */
  readonly cancelRequestedAt?: string;
};

export type JobPoll = {
  readonly ok: true;
  readonly job: JobHead;
  readonly requirements: readonly RequirementView[];
  /** What failed or waits for a person. */
  readonly failedRequirementIds: readonly string[];
  readonly resumable: boolean;
};

export const jobPoll = (document: JobDocument): JobPoll => ({
  ok: true,
  job: jobHead(document),
  requirements: document.requirements.map(requirementView),
  failedRequirementIds: document.requirements.filter(hasFailed).map(({ requirementId }) => requirementId),
  resumable: isResumable(document),
});

export const jobHead = (document: JobDocument): JobHead => ({
  id: document.jobId,
  operation: document.operation,
  status: document.status,
  planId: document.planId,
  requestedImageCount: document.requirements.length,
  requiredCredits: document.requiredCredits,
  heldCredits: document.heldCredits,
  chargedCredits: document.chargedCredits,
  progress: progressOf(document),
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  ...cancelRequestedIn(document),
});

/** The member that tells of a cancel; none where nobody asked for one. */
export const cancelRequestedIn = ({ cancelRequestedAt }: JobDocument): { readonly cancelRequestedAt?: string } =>
  cancelRequestedAt === null ? {} : { cancelRequestedAt };

const requirementView = (entry: RequirementEntry): RequirementView => ({
  requirementId: entry.requirementId,
  frameIndex: entry.frameIndex,
  title: entry.title,
  status: entry.status,
  attempts: entry.attempts.map(attemptView),
  reason: entry.reason,
});

const attemptView = ({ attempt, engine, seed, status, asset, evidence, error }: AttemptEntry): AttemptView => ({
  attempt,
  engine,
  seed,
  status,
  asset: asset === null ? null : assetView(asset),
  evidence: evidence === null ? null : evidenceView(evidence),
  error,
});

/** Done is what the job is through with: accepted, failed, or handed to a person. */
export const progressOf = ({ requirements }: JobDocument): { readonly done: number; readonly total: number } => ({
  done: requirements.filter((entry) => entry.status === 'accepted' || hasFailed(entry)).length,
  total: requirements.length,
});

const hasFailed = ({ status }: RequirementEntry): boolean => status === 'failed' || status === 'human_review';

/**
 * Whether a further generate or repair could make progress, as far as this job knows: it is final, and either the
 * manifest had more to generate after it, or a repair would take one of its frames. A frame in human review waits for
 * a person instead, and so does what a broken chain left behind it.
 */
export const isResumable = (document: JobDocument): boolean => {
  if (!isFinal(document.status)) return false;
  if (document.resume) return true;
  const settled = new Map<string, boolean>();
  for (const entry of document.requirements) {
    const { previousRequirementId } = entry;
    const free = previousRequirementId === null || (settled.get(previousRequirementId) ?? true);
    const repairable = free && isRepairable(entry);
    if (repairable) return true;
    settled.set(entry.requirementId, entry.status === 'accepted');
  }
  return false;
};

const isRepairable = ({ status, attempts, attemptsMax }: RequirementEntry): boolean =>
  status === 'pending' || (status === 'failed' && (attempts.at(-1)?.attempt ?? 0) < attemptsMax);
