/** The events of a scene, as the log would have them. */
import type { MediaDetails } from '../../commands/media/state.ts';
import type { Asset } from '../../events/common.ts';
import {
  mediaAttemptClaimed,
  mediaDispatchUnknown,
  mediaSceneDispatched,
  mediaSceneFailed,
  mediaSceneRendered,
} from '../../events/media/index.ts';
import { assert } from '../../src/kernel/faults.ts';
import { keyFromContent } from '../../src/kernel/ids.ts';
import { limits } from '../../src/kernel/limits.ts';
import { assetOf, at, hashOf } from './builders.ts';

/** Scene `index` of work without QA. */
export const sceneStory = (details: MediaDetails, index: number) => {
  const scene = details.scenes[index];
  assert(scene !== undefined, `the work has no scene ${index}`);
  const { sceneId, priceCredits, seed } = scene;
  const attemptKey = keyFromContent(details.holdId, sceneId, 1);
  const about = { sceneId, index: scene.index, attempt: 1, attemptKey };
  const asset = assetOf(sceneId);
  return {
    attemptKey,
    asset,
    dispatched: (previousAsset: Asset | null = null) =>
      mediaSceneDispatched({
        ...about,
        engine: details.engine,
        seed,
        priceCredits,
        requestHash: details.requestHash,
        previousAsset,
      }),
    claimed: (epoch = 1, holder = 'dispatcher_1') =>
      mediaAttemptClaimed({ ...about, epoch, holder, promptHash: hashOf('prompt') }),
    rendered: (epoch = 1, picture: Asset = asset) => mediaSceneRendered({ ...about, epoch, asset: picture }),
    unknown: (ms = 0) => mediaDispatchUnknown({ ...about, dueAt: at(ms + limits.dispatchUnknownMaxMs) }),
    failed: (code = 'rejected', message = 'not like this') =>
      mediaSceneFailed({ sceneId, index: scene.index, code, message }),
    broken: () =>
      mediaSceneFailed({
        sceneId,
        index: scene.index,
        code: 'chain_broken',
        message: 'a frame before this one failed',
      }),
  };
};
