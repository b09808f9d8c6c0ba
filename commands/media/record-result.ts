import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseResult } from '../../src/kernel/lease.ts';
import { limits } from '../../src/kernel/limits.ts';
import { clipped } from '../../src/kernel/text.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { Asset } from '../../events/common.ts';
import { mediaDispatchUnknown, mediaSceneRendered } from '../../events/media/index.ts';
import { advance, attemptOf, failureOf } from './advance.ts';
import { sceneOfAttempt } from './state.ts';
import type { MediaState } from './state.ts';

type Result = { readonly attemptKey: string; readonly epoch: number };

/** The engine delivered and the asset is stored. Also the late result of an attempt whose outcome was unknown. */
export type RecordSceneRender = Result & { readonly type: 'RecordSceneRender'; readonly asset: Asset };

export const recordSceneRender = ({ attemptKey, epoch, asset }: RecordSceneRender, state: MediaState) => {
  const scene = sceneOfAttempt(state, attemptKey);
  if (scene === undefined) return refuse('attempt_not_current');
  if (scene.asset?.hash === asset.hash) return accept();
  const refusal = refuseResult(scene, epoch);
  if (refusal !== undefined) return refusal;
  return accept(...advance(state, [mediaSceneRendered({ ...attemptOf(scene, attemptKey), epoch, asset })]));
};

/** The attempt came to nothing, for certain, and so does the scene: its caller waits, and nothing climbs a ladder. */
export type RecordSceneFailure = Result & {
  readonly type: 'RecordSceneFailure';
  /** `unavailable`: the engine did nothing; `rejected`: it cannot; `lost`: it knows nothing of the key. */
  readonly code: 'unavailable' | 'rejected' | 'lost';
  readonly message: string;
};

export const recordSceneFailure = ({ attemptKey, epoch, code, message }: RecordSceneFailure, state: MediaState) => {
  const scene = sceneOfAttempt(state, attemptKey);
  if (scene === undefined) return refuse('attempt_not_current');
  const refusal = refuseResult(scene, epoch);
  if (refusal !== undefined) return refusal;
  const failure = { code, message: clipped(message, limits.failureMessageCharsMax) };
  return accept(...advance(state, [failureOf(scene, failure)]));
};

/** Nobody can tell whether the engine did the work, and it must not be asked again. */
export type RecordSceneUnknown = Result & { readonly type: 'RecordSceneUnknown'; readonly now: string };

export const recordSceneUnknown = ({ attemptKey, epoch, now }: RecordSceneUnknown, state: MediaState) => {
  const scene = sceneOfAttempt(state, attemptKey);
  if (scene === undefined) return refuse('attempt_not_current');
  if (scene.status === 'unknown') return accept();
  const refusal = refuseResult(scene, epoch);
  if (refusal !== undefined) return refusal;
  const dueAt = addMs(now, limits.dispatchUnknownMaxMs);
  return accept(mediaDispatchUnknown({ ...attemptOf(scene, attemptKey), dueAt }));
};
