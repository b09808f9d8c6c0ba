/** Work without QA as it is polled: pictures that a caller waits for, each made once. */
import type { Asset } from '../../events/common.ts';
import type { StreamMark } from '../../src/kernel/projection.ts';

/** Never back; `partially_completed` when some scenes failed and some did not. */
export type MediaJobStatus = 'queued' | 'running' | 'completed' | 'partially_completed' | 'failed';

export type SceneEntry = {
  readonly sceneId: string;
  readonly index: number;
  readonly priceCredits: number;
  readonly status: 'pending' | 'rendering' | 'rendered' | 'failed' | 'dispatch_unknown';
  readonly asset: Asset | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type MediaJobDocument = {
  readonly mediaId: string;
  readonly kind: 'image';
  readonly operation: 'image_generate' | 'storyboard_batch';
  readonly projectId: string | null;
  readonly holdId: string;
  readonly engine: string;
  readonly continuityMode: 'independent' | 'master_reference' | 'chain';
  readonly status: MediaJobStatus;
  readonly requiredCredits: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  /** Sorts jobs by age. */
  readonly queuedPosition: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mark: StreamMark;
  /** In the order of the request. */
  readonly scenes: readonly SceneEntry[];
};
