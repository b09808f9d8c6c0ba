/**
 * Read model `media-job`: one document per media work, from its own stream and from what the ledger debits and gives
 * back of its hold. Work that was refused has none.
 */
import { idOf } from '../../src/kernel/event.ts';
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { markOf } from '../../src/kernel/projection.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { creditedBy } from '../credits.ts';
import { defineProjection, NONE } from '../define.ts';
import type { MediaJobDocument, SceneEntry } from './document.ts';

export const mediaJobProjection = defineProjection<MediaJobDocument, MediaEvent | LedgerEvent>({
  name: 'media-job',
  version: 1,
  indexes: {
    byQueued: ['queuedPosition'],
    byStatus: ['status', 'queuedPosition'],
    byProject: ['projectId', 'queuedPosition'],
    byKind: ['kind', 'queuedPosition'],
  },
  categories: ['ledger', 'media'],
  touches: (event) => {
    switch (event.type) {
      case 'LedgerDebited':
      case 'HoldReleased':
        return event.data.ownerId.startsWith('med_') ? [event.data.ownerId] : NONE;
      case 'CreditsGranted':
      case 'CreditsHeld':
      case 'CreditsExpired':
      case 'LedgerRefunded':
      case 'LedgerPeriodClosed':
      case 'MediaRefused':
        return NONE;
      default:
        return [idOf(event.stream)];
    }
  },
  evolve: (document, event, id) => {
    if (event.type === 'MediaQueued') return queued(event, id);
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'LedgerDebited':
      case 'HoldReleased':
        return creditedBy(document, event);
      case 'CreditsGranted':
      case 'CreditsHeld':
      case 'CreditsExpired':
      case 'LedgerRefunded':
      case 'LedgerPeriodClosed':
      case 'MediaRefused':
        return document;
      default:
        return { ...after(document, event), updatedAt: event.metadata.at, mark: markOf(event) };
    }
  },
});

type Queued = Extract<MediaEvent, { readonly type: 'MediaQueued' }>;

const queued = (event: RecordedEvent<Queued>, mediaId: string): MediaJobDocument => {
  const { kind, operation, projectId, holdId, engine, continuityMode, requiredCredits, scenes } = event.data;
  const { at } = event.metadata;
  return {
    mediaId,
    kind,
    operation,
    projectId,
    holdId,
    engine,
    continuityMode,
    status: 'queued',
    requiredCredits,
    heldCredits: requiredCredits,
    chargedCredits: 0,
    queuedPosition: event.position,
    createdAt: at,
    updatedAt: at,
    mark: markOf(event),
    scenes: scenes.map(({ sceneId, index, priceCredits }) => ({
      sceneId,
      index,
      priceCredits,
      status: 'pending',
      asset: null,
      error: null,
    })),
  };
};

const after = (
  document: MediaJobDocument,
  event: Exclude<MediaEvent, Queued | { readonly type: 'MediaRefused' }>,
): MediaJobDocument => {
  switch (event.type) {
    case 'MediaCompleted':
      return { ...document, status: event.data.failed === 0 ? 'completed' : 'partially_completed' };
    case 'MediaFailed':
      return { ...document, status: 'failed' };
    case 'MediaSceneDispatched':
      return { ...withScene(document, event.data.sceneId, { status: 'rendering' }), status: 'running' };
    case 'AttemptClaimed':
      return withScene(document, event.data.sceneId, { status: 'rendering' });
    case 'MediaDispatchUnknown':
      return withScene(document, event.data.sceneId, { status: 'dispatch_unknown' });
    case 'MediaSceneRendered':
      return withScene(document, event.data.sceneId, { status: 'rendered', asset: event.data.asset });
    case 'MediaSceneFailed': {
      const { sceneId, code, message } = event.data;
      return withScene(document, sceneId, { status: 'failed', error: { code, message } });
    }
    default:
      return assertNever(event);
  }
};

const withScene = (document: MediaJobDocument, sceneId: string, change: Partial<SceneEntry>): MediaJobDocument => ({
  ...document,
  scenes: document.scenes.map((scene) => (scene.sceneId === sceneId ? { ...scene, ...change } : scene)),
});
