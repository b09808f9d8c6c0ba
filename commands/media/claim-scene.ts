import { accept, refuse } from '../../src/kernel/decider.ts';
import { refuseClaim } from '../../src/kernel/lease.ts';
import { mediaAttemptClaimed } from '../../events/media/index.ts';
import { attemptOf } from './advance.ts';
import { sceneOfAttempt } from './state.ts';
import type { MediaState } from './state.ts';

/** Takes the lease of a scene's attempt; `lapsedEpoch` as in kernel/lease.ts. */
export type ClaimScene = {
  readonly type: 'ClaimScene';
  readonly attemptKey: string;
  readonly holder: string;
  readonly promptHash: string;
  readonly lapsedEpoch: number;
};

export const claimScene = ({ attemptKey, holder, promptHash, lapsedEpoch }: ClaimScene, state: MediaState) => {
  const scene = sceneOfAttempt(state, attemptKey);
  if (scene === undefined) return refuse('attempt_not_current');
  const refusal = refuseClaim(scene, lapsedEpoch);
  if (refusal !== undefined) return refusal;
  return accept(mediaAttemptClaimed({ ...attemptOf(scene, attemptKey), epoch: scene.epoch + 1, holder, promptHash }));
};
