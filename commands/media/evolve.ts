import { assert, assertNever } from '../../src/kernel/faults.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import type { MediaDetails, MediaState, SceneState } from './state.ts';

export const evolve = (state: MediaState, event: MediaEvent): MediaState => {
  switch (event.type) {
    case 'MediaQueued': {
      const scenes = new Map(event.data.scenes.map((scene) => [scene.sceneId, pending(scene)]));
      return { ...state, status: 'queued', details: event.data, scenes };
    }
    case 'MediaRefused':
      return { ...state, status: 'refused', refusedReason: event.data.reason };
    case 'MediaSceneDispatched': {
      const { sceneId, attemptKey } = event.data;
      return { ...withScene(state, sceneId, { status: 'dispatched', attemptKey }), status: 'running' };
    }
    case 'AttemptClaimed':
      return withScene(state, event.data.sceneId, { status: 'claimed', epoch: event.data.epoch });
    case 'MediaDispatchUnknown':
      return withScene(state, event.data.sceneId, { status: 'unknown', dueAt: event.data.dueAt });
    case 'MediaSceneRendered':
      return withScene(state, event.data.sceneId, { status: 'rendered', asset: event.data.asset, dueAt: null });
    case 'MediaSceneFailed': {
      const { sceneId, code, message } = event.data;
      return withScene(state, sceneId, { status: 'failed', failure: { code, message }, dueAt: null });
    }
    case 'MediaCompleted':
      return { ...state, status: 'completed' };
    case 'MediaFailed':
      return { ...state, status: 'failed' };
    default:
      return assertNever(event);
  }
};

const pending = (scene: MediaDetails['scenes'][number]): SceneState => ({
  scene,
  status: 'pending',
  attemptKey: null,
  epoch: 0,
  dueAt: null,
  asset: null,
  failure: null,
});

const withScene = (state: MediaState, sceneId: string, change: Partial<SceneState>): MediaState => {
  const scene = state.scenes.get(sceneId);
  assert(scene !== undefined, `the work has no scene ${sceneId}`);
  return { ...state, scenes: new Map(state.scenes).set(sceneId, { ...scene, ...change }) };
};
