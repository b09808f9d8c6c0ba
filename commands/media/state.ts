/**
 * Work without QA: none -> queued -> running -> completed or failed; or none -> refused. Never back.
 *
 * Each scene has one attempt: pending -> dispatched -> claimed -> rendered or failed, with these turns:
 * - claimed -> unknown (must not be asked again) -> rendered (the result still came) or failed
 * - pending -> failed, where a chain broke before it
 */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Asset } from '../../events/common.ts';
import type { mediaQueued } from '../../events/media/index.ts';

export type MediaDetails = EventOf<typeof mediaQueued>['data'];

export type SceneStatus = 'pending' | 'dispatched' | 'claimed' | 'unknown' | 'rendered' | 'failed';

export type SceneState = {
  readonly scene: MediaDetails['scenes'][number];
  readonly status: SceneStatus;
  /** Null until dispatched. */
  readonly attemptKey: string | null;
  readonly epoch: number;
  /** When an unknown outcome stops being waited for. */
  readonly dueAt: string | null;
  readonly asset: Asset | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
};

export type MediaStatus = 'none' | 'refused' | 'queued' | 'running' | 'completed' | 'failed';

export type MediaState = {
  readonly status: MediaStatus;
  readonly refusedReason: string | null;
  /** Null until queued. */
  readonly details: MediaDetails | null;
  /** By scene id, in the order of the request. */
  readonly scenes: ReadonlyMap<string, SceneState>;
};

export const initial: MediaState = { status: 'none', refusedReason: null, details: null, scenes: new Map() };

export const isFinal = (status: MediaStatus): boolean =>
  status === 'refused' || status === 'completed' || status === 'failed';

/** The scene whose attempt has this key. */
export const sceneOfAttempt = (state: MediaState, attemptKey: string): SceneState | undefined => {
  for (const scene of state.scenes.values()) if (scene.attemptKey === attemptKey) return scene;
  return undefined;
};

/** Every scene is rendered or failed: the ledger and the last event can follow. */
export const isAtItsEnd = (state: MediaState): boolean => {
  for (const { status } of state.scenes.values()) if (status !== 'rendered' && status !== 'failed') return false;
  return state.details !== null;
};

/** What is paid: the price of each scene that rendered (design, section 2, promise 2). */
export const chargedCredits = (state: MediaState): number => {
  let sum = 0;
  for (const { status, scene } of state.scenes.values()) if (status === 'rendered') sum += scene.priceCredits;
  return sum;
};
