/** What media work owes. */
import type { RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { NEVER, NOTHING } from './document.ts';
import type { MediaWork, Owed, SceneStep, SceneWork, WorkKind } from './document.ts';
import { owedSince, soonAfter } from './due.ts';
import { looseHold, withoutParts } from './loose-holds.ts';

export type MediaWorkEvent =
  MediaEvent | Extract<LedgerEvent, { readonly type: 'CreditsHeld' | 'HoldReleased' | 'LedgerDebited' }>;

export const evolveMedia = (
  work: MediaWork | undefined,
  event: RecordedEvent<MediaWorkEvent>,
  mediaId: string,
): MediaWork | undefined => {
  const folded = fold(work, event, mediaId);
  if (folded === undefined) return undefined;
  const owed = firstOf(folded, work, event.metadata.at);
  return owed === undefined ? undefined : { ...folded, ...owed };
};

const empty = (mediaId: string): MediaWork => ({
  ...NOTHING,
  subject: 'media',
  mediaId,
  stage: 'held',
  holdId: null,
  looseHolds: [],
  scenes: [],
});

const fold = (
  work: MediaWork | undefined,
  event: RecordedEvent<MediaWorkEvent>,
  mediaId: string,
): MediaWork | undefined => {
  switch (event.type) {
    case 'CreditsHeld': {
      // Media work that is over is forgotten: its late hold looks like a first one, and whoever decides it will see.
      const known = work ?? empty(mediaId);
      return { ...known, looseHolds: [...known.looseHolds, looseHold(event.data)] };
    }
    case 'MediaQueued':
      return queued(work ?? empty(mediaId), event.data);
    default:
      return work === undefined ? undefined : after(work, event);
  }
};

type Queued = Extract<MediaEvent, { readonly type: 'MediaQueued' }>;

const queued = (work: MediaWork, { holdId, scenes }: Queued['data']): MediaWork => {
  const hold = work.looseHolds.find((loose) => loose.holdId === holdId);
  return {
    ...work,
    stage: 'queued',
    holdId,
    looseHolds: work.looseHolds.filter((loose) => loose !== hold),
    scenes: scenes.map(({ sceneId, index }) => {
      const held = hold?.partIds.includes(sceneId) ?? false;
      return { sceneId, index, step: 'pending', dueAt: NEVER, held };
    }),
  };
};

type Later = Exclude<MediaWorkEvent, Queued | { readonly type: 'CreditsHeld' }>;

const after = (work: MediaWork, event: RecordedEvent<Later>): MediaWork => {
  const { at } = event.metadata;
  switch (event.type) {
    case 'MediaRefused':
      return { ...work, stage: 'refused' };
    case 'MediaCompleted':
    case 'MediaFailed':
      return { ...work, stage: 'final' };
    case 'HoldReleased': {
      const partIds = event.data.parts.map(({ partId }) => partId);
      return closed(work, event.data.holdId, partIds);
    }
    case 'LedgerDebited':
      return closed(work, event.data.holdId, [event.data.partId]);
    case 'MediaSceneDispatched':
      return withScene(work, event.data.sceneId, 'dispatched', addMs(at, limits.leaseMs / 2));
    case 'AttemptClaimed':
      return withScene(work, event.data.sceneId, 'claimed', addMs(at, limits.leaseMs));
    case 'MediaDispatchUnknown':
      return withScene(work, event.data.sceneId, 'unknown', event.data.dueAt);
    case 'MediaSceneRendered':
      return withScene(work, event.data.sceneId, 'rendered', soonAfter(at));
    case 'MediaSceneFailed':
      return withScene(work, event.data.sceneId, 'failed', soonAfter(at));
    default:
      return assertNever(event);
  }
};

const withScene = (work: MediaWork, sceneId: string, step: SceneStep, dueAt: string): MediaWork => ({
  ...work,
  scenes: work.scenes.map((scene) => (scene.sceneId === sceneId ? { ...scene, step, dueAt } : scene)),
});

const closed = (work: MediaWork, holdId: string, partIds: readonly string[]): MediaWork => {
  if (holdId !== work.holdId) return { ...work, looseHolds: withoutParts(work.looseHolds, holdId, partIds) };
  const scenes = work.scenes.map((scene) =>
    scene.held && partIds.includes(scene.sceneId) ? { ...scene, held: false } : scene,
  );
  return { ...work, scenes };
};

/** `undefined`: nothing, for good. */
const firstOf = (work: MediaWork, before: Owed | undefined, at: string): Owed | undefined => {
  const kind = kindOfMedia(work);
  let first: Owed | undefined =
    kind === 'hold.decide' ? decideSince(before, at) : kind === undefined ? undefined : owedSince(kind, before, at);
  for (const scene of work.scenes) {
    const sceneKind = kindOfScene(scene);
    if (sceneKind === undefined || scene.dueAt >= (first?.dueAt ?? NEVER)) continue;
    first = { kind: sceneKind, dueAt: scene.dueAt };
  }
  // Scenes that wait for those before them owe nothing themselves, and the work is not over.
  return first ?? (work.stage === 'queued' ? NOTHING : undefined);
};

/** A caller that still lives is given the time that its key gives it. */
const decideSince = (before: Owed | undefined, at: string): Owed => ({
  kind: 'hold.decide',
  dueAt: before?.kind === 'hold.decide' ? before.dueAt : addMs(at, limits.requestClaimGraceMs),
});

const kindOfMedia = ({ stage, looseHolds, scenes }: MediaWork): WorkKind | undefined => {
  if (looseHolds.length > 0) return stage === 'held' ? 'hold.decide' : 'hold.release';
  if (stage !== 'queued') return undefined;
  if (scenes.every(({ step }) => step === 'pending')) return 'media.start';
  return scenes.every(({ step, held }) => (step === 'rendered' || step === 'failed') && !held)
    ? 'media.finish'
    : undefined;
};

const kindOfScene = ({ step, held }: SceneWork): WorkKind | undefined => {
  switch (step) {
    case 'dispatched':
      return 'scene.dispatch';
    case 'claimed':
      return 'scene.lease';
    case 'unknown':
      return 'scene.unknown';
    case 'rendered':
    case 'failed':
      return held ? 'scene.settle' : undefined;
    case 'pending':
      return undefined;
    default:
      return assertNever(step);
  }
};
