/** What jobs/{id} answers about media work (contract, section 6). */
import { jobResultView } from '../views.ts';
import type { JobResultView, JobStatusView } from '../views.ts';
import type { MediaJobDocument, SceneEntry } from './document.ts';

/** As lists show it. */
export const mediaJobStatus = (document: MediaJobDocument): JobStatusView => ({
  id: document.mediaId,
  kind: document.kind,
  operation: document.operation,
  status: document.status,
  progress: { done: document.scenes.filter(hasEnded).length, total: document.scenes.length },
  error: document.scenes.find(({ error }) => error !== null)?.error ?? null,
  createdAt: document.createdAt,
  updatedAt: document.updatedAt,
  requiredCredits: document.requiredCredits,
  chargedCredits: document.chargedCredits,
});

export const mediaJobResult = (document: MediaJobDocument): JobResultView =>
  jobResultView(
    mediaJobStatus(document),
    isFinal(document),
    document.scenes.flatMap(({ asset }) => asset ?? []),
  );

export const isFinal = ({ status }: MediaJobDocument): boolean => status !== 'queued' && status !== 'running';

const hasEnded = ({ status }: SceneEntry): boolean => status === 'rendered' || status === 'failed';
