/** What must hold of any work without QA, whoever sends what and when; each law throws when it is broken. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import type { mediaDecider, MediaCommand } from '../../commands/media/decider.ts';
import type { MediaRefusal } from '../../commands/media/refusals.ts';
import { chargedCredits, isFinal } from '../../commands/media/state.ts';
import type { MediaState } from '../../commands/media/state.ts';
import type { MediaEvent } from '../../events/media/index.ts';
import { limits } from '../../src/kernel/limits.ts';
import { eventsCanBeStored, eventsOf, goOn, repeatsYieldNothing, runChoices } from '../support/decider-run.ts';
import type { Laws, Run } from '../support/decider-run.ts';
import { commandOf, LATE, nextFor, outcomes } from './media-steps.ts';
import type { MediaWork } from './media-steps.ts';

export type MediaDecider = typeof mediaDecider;
type MediaRun = Run<MediaState, MediaCommand, MediaEvent, MediaRefusal>;

export const runOn = (decider: MediaDecider, { details, steps }: MediaWork): MediaRun =>
  runChoices(decider, steps, commandOf(details));

const RANK = { none: 0, queued: 1, running: 2, refused: 3, completed: 3, failed: 3 };

/** Refused, or queued, running and one end; never back, and nothing follows an end. */
const onlyForward = (run: MediaRun): void => {
  for (const { before, after, event } of eventsOf(run)) {
    ok(RANK[after.status] >= RANK[before.status], `${before.status} became ${after.status}`);
    ok(!isFinal(before.status), `${event.type} after the end`);
  }
};

/** A scene ends once: rendered with its picture, or failed. */
const scenesEndOnce = (run: MediaRun): void => {
  const ended = new Map<string, string | undefined>();
  for (const { event } of eventsOf(run)) {
    if (!('sceneId' in event.data)) continue;
    const { sceneId } = event.data;
    ok(!ended.has(sceneId), `${event.type} on a scene that has ended`);
    if (event.type === 'MediaSceneFailed') ended.set(sceneId, undefined);
    if (event.type === 'MediaSceneRendered') ended.set(sceneId, event.data.asset.hash);
  }
  for (const [sceneId, hash] of ended) same(run.state.scenes.get(sceneId)?.asset?.hash, hash);
};

/** Each scene is dispatched once at most, claimed before its result, and under rising epochs. */
const oneAttemptEach = (run: MediaRun): void => {
  const dispatched = new Set<string>();
  const epochs = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { event } of eventsOf(run)) {
    if (!('attemptKey' in event.data)) continue;
    const { attemptKey, sceneId } = event.data;
    const held = epochs.get(attemptKey) ?? 0;
    if (event.type === 'MediaSceneDispatched') {
      ok(!dispatched.has(sceneId), 'a scene is dispatched again');
      dispatched.add(sceneId);
    } else ok(dispatched.has(sceneId), 'an attempt that was never dispatched');
    if (event.type === 'AttemptClaimed') {
      same(event.data.epoch, held + 1);
      epochs.set(attemptKey, event.data.epoch);
    }
    if (event.type === 'MediaDispatchUnknown') unknown.add(attemptKey);
    if (event.type !== 'MediaSceneRendered') continue;
    const { epoch } = event.data;
    ok(epoch >= 1 && (epoch === held || (unknown.has(attemptKey) && epoch < held)), 'a result under a stale epoch');
  }
};

/** A chain goes from picture to picture, and breaks for good. */
const chainsGoInOrder = (run: MediaRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (before.details?.continuityMode !== 'chain' || event.type !== 'MediaSceneDispatched') continue;
    const scenes = [...before.scenes.values()];
    const earlier = scenes.slice(0, event.data.index);
    ok(
      earlier.every(({ status }) => status === 'rendered'),
      'a chain goes on without its last picture',
    );
    same(event.data.previousAsset, earlier.at(-1)?.asset ?? null);
  }
};

const neverTooManyAtOnce = (run: MediaRun): void => {
  for (const { after } of eventsOf(run)) {
    const underWay = [...after.scenes.values()].filter(({ status }) => WAITING.has(status)).length;
    ok(underWay <= (after.details?.continuityMode === 'chain' ? 1 : limits.tasksInFlightPerJobMax), `${underWay}`);
  }
};

const WAITING: ReadonlySet<string> = new Set(['dispatched', 'claimed', 'unknown']);

/** I8: what is charged is the price of each scene that rendered; what failed is the rest. */
const paidIsWhatRendered = (run: MediaRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (event.type !== 'MediaCompleted' && event.type !== 'MediaFailed') continue;
    const scenes = [...before.scenes.values()];
    const rendered = scenes.filter(({ status }) => status === 'rendered');
    const failed = scenes.filter(({ status }) => status === 'failed').length;
    same(rendered.length + failed, scenes.length, 'ended under way');
    const charged = rendered.reduce((sum, { scene }) => sum + scene.priceCredits, 0);
    same(chargedCredits(before), charged);
    if (event.type === 'MediaFailed') same([event.data.failed, charged], [failed, 0]);
    else same(event.data, { rendered: rendered.length, failed, chargedCredits: charged });
    same(event.type, rendered.length > 0 ? 'MediaCompleted' : 'MediaFailed');
  }
};

/** Liveness: once the attempts under way get results, whatever they are, the work ends. */
const alwaysEnds = (run: MediaRun): void => {
  if (run.state.details === null) return;
  const { state: end } = goOn(run, {
    round: (state, round) => {
      const outcome = outcomes[round % outcomes.length] ?? 'pass';
      const due = [...state.scenes.values()].map((scene) => nextFor(scene, outcome));
      return [...due, ADVANCE, FINISH];
    },
    isOver: (state) => isFinal(state.status),
    roundsMax: ROUNDS_MAX,
  });
  ok(isFinal(end.status), `stuck: ${[...end.scenes.values()].map(({ status }) => status).join(' ')}`);
};

const ADVANCE = { type: 'AdvanceMedia', now: LATE } as const;
const FINISH = { type: 'FinishMedia' } as const;

/** Enough for every scene, one after the other. */
const ROUNDS_MAX = 10 * 4;

export const laws = {
  onlyForward,
  scenesEndOnce,
  oneAttemptEach,
  chainsGoInOrder,
  neverTooManyAtOnce,
  paidIsWhatRendered,
  eventsCanBeStored,
  repeatsYieldNothing,
  alwaysEnds,
} satisfies Laws<MediaRun>;
