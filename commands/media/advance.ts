/**
 * Which scenes go next: derived from the state alone, so that any command that moves a scene also moves the work on.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import { keyFromContent } from '../../src/kernel/ids.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Asset } from '../../events/common.ts';
import { mediaSceneDispatched, mediaSceneFailed } from '../../events/media/index.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { evolve } from './evolve.ts';
import type { MediaDetails, MediaState, SceneState } from './state.ts';

/** A caller waits and nothing is scored: a scene has one attempt. */
const ATTEMPT = 1;

/** The events of a command, and what follows from them. */
export const advance = (state: MediaState, events: readonly MediaEvent[]): readonly MediaEvent[] => {
  const after = events.reduce(evolve, state);
  const { details } = after;
  if (details === null) return events;
  const scenes = [...after.scenes.values()];
  const next = details.continuityMode === 'chain' ? nextInChain(details, scenes) : nextInWindow(details, scenes);
  return [...events, ...next];
};

/** One after the other, each on the picture before it; what comes after a failed one fails with it. */
const nextInChain = (details: MediaDetails, scenes: readonly SceneState[]): readonly MediaEvent[] => {
  const index = scenes.findIndex(({ status }) => status !== 'rendered');
  const scene = scenes[index];
  if (scene?.status === 'failed') {
    return scenes.filter(({ status }) => status === 'pending').map((later) => failureOf(later, BROKEN));
  }
  if (scene?.status !== 'pending') return [];
  return [dispatchOf(details, scene, scenes[index - 1]?.asset ?? null)];
};

/** Side by side, so many at once. */
const nextInWindow = (details: MediaDetails, scenes: readonly SceneState[]): readonly MediaEvent[] => {
  const free = limits.tasksInFlightPerJobMax - scenes.filter(isUnderWay).length;
  const waiting = scenes.filter(({ status }) => status === 'pending');
  return waiting.slice(0, Math.max(free, 0)).map((scene) => dispatchOf(details, scene, null));
};

const isUnderWay = ({ status }: SceneState): boolean =>
  status === 'dispatched' || status === 'claimed' || status === 'unknown';

const BROKEN = { code: 'chain_broken', message: 'a frame before this one failed' };

export const failureOf = (
  { scene }: SceneState,
  failure: { readonly code: string; readonly message: string },
): MediaEvent => mediaSceneFailed({ sceneId: scene.sceneId, index: scene.index, ...failure });

/** What every event about a scene's attempt names. */
export const attemptOf = ({ scene }: SceneState, attemptKey: string) => ({
  sceneId: scene.sceneId,
  index: scene.index,
  attempt: ATTEMPT,
  attemptKey,
});

/** The intents that stand and have no result: what a lost message was about. */
export const standingDispatches = ({ details, scenes }: MediaState): readonly SceneDispatched[] => {
  if (details === null) return [];
  const all = [...scenes.values()];
  const previous = (index: number): Asset | null =>
    details.continuityMode === 'chain' ? (all[index - 1]?.asset ?? null) : null;
  return all.flatMap((scene, index) =>
    scene.status === 'dispatched' || scene.status === 'claimed' ? dispatchOf(details, scene, previous(index)) : [],
  );
};

type SceneDispatched = EventOf<typeof mediaSceneDispatched>;

/** The intent to render a scene. The hold's id is random, so its keys are those of this work only. */
const dispatchOf = (details: MediaDetails, scene: SceneState, previousAsset: Asset | null): SceneDispatched =>
  mediaSceneDispatched({
    ...attemptOf(scene, keyFromContent(details.holdId, scene.scene.sceneId, ATTEMPT)),
    engine: details.engine,
    seed: scene.scene.seed,
    priceCredits: scene.scene.priceCredits,
    requestHash: details.requestHash,
    previousAsset,
  });
