import test from 'ava';
import { mediaDecider } from '../../commands/media/decider.ts';
import type { MediaCommand } from '../../commands/media/decider.ts';
import { chargedCredits } from '../../commands/media/state.ts';
import type { MediaDetails, MediaState, SceneState } from '../../commands/media/state.ts';
import { accept } from '../../src/kernel/decider.ts';
import { mediaDetailsOf } from '../support/builders.ts';
import { testLaws } from '../support/law-tests.ts';
import { answering, seeing, telling } from '../support/sabotage.ts';
import { laws, runOn } from './media-laws.ts';
import type { MediaDecider } from './media-laws.ts';
import { mediaWork, nextFor } from './media-steps.ts';

/** Decides as if every scene were as told. */
const withScenes = (change: (scene: SceneState, command: MediaCommand) => Partial<SceneState>): MediaDecider =>
  seeing(mediaDecider, (state, command) => ({
    ...state,
    scenes: new Map([...state.scenes].map(([id, scene]) => [id, { ...scene, ...change(scene, command) }])),
  }));

const inMode = (continuityMode: MediaDetails['continuityMode']): MediaDecider =>
  seeing(mediaDecider, (state) =>
    state.details === null ? state : { ...state, details: { ...state.details, continuityMode } },
  );

const unlessFor = (type: MediaCommand['type'], doctor: (state: MediaState) => MediaState): MediaDecider =>
  seeing(mediaDecider, (state, command) => (command.type === type ? doctor(state) : state));

/** For each law a decider that breaks it. */
const sabotages: Readonly<Record<keyof typeof laws, readonly (readonly [string, MediaDecider])[]>> = {
  onlyForward: [
    ['work that ends twice', unlessFor('FinishMedia', (state) => ({ ...state, status: 'running' }))],
    ['refused work that is queued', unlessFor('QueueMedia', (state) => ({ ...state, status: 'none' }))],
  ],
  scenesEndOnce: [
    [
      'a rendered scene that takes another picture',
      withScenes(({ status }) => (status === 'rendered' ? { status: 'claimed', asset: null } : {})),
    ],
    ['a failed scene that renders', withScenes(({ status }) => (status === 'failed' ? { status: 'claimed' } : {}))],
  ],
  oneAttemptEach: [
    [
      'a lease that is checked before the work only',
      withScenes((_, command) => ('epoch' in command && command.epoch > 0 ? { epoch: command.epoch } : {})),
    ],
    ['a lease that two hold', withScenes((_, { type }) => (type === 'ClaimScene' ? { epoch: 0 } : {}))],
    [
      'a scene that is dispatched again',
      withScenes(({ status }, { type }) =>
        status === 'claimed' && type === 'AdvanceMedia' ? { status: 'pending' } : {},
      ),
    ],
  ],
  chainsGoInOrder: [
    ['a chain that does not wait', inMode('independent')],
    [
      'a chain that goes on after a failure',
      telling(
        withScenes(({ status }) => (status === 'failed' ? { status: 'rendered' } : {})),
        (event) => (event.type === 'MediaSceneFailed' && event.data.code === 'chain_broken' ? [] : event),
      ),
    ],
    [
      'a chain that forgets its last picture',
      telling(mediaDecider, (event) =>
        event.type === 'MediaSceneDispatched' ? { ...event, data: { ...event.data, previousAsset: null } } : event,
      ),
    ],
  ],
  neverTooManyAtOnce: [
    [
      'a window that forgets what is at an engine',
      withScenes(({ status }, { type }) =>
        status === 'claimed' && type === 'AdvanceMedia' ? { status: 'failed' } : {},
      ),
    ],
  ],
  paidIsWhatRendered: [
    [
      'a charge for what failed',
      telling(mediaDecider, (event) =>
        event.type === 'MediaCompleted'
          ? { ...event, data: { ...event.data, chargedCredits: 4 * (event.data.rendered + event.data.failed) } }
          : event,
      ),
    ],
    [
      'an end under way',
      withScenes(({ status }, { type }) =>
        status === 'claimed' && type === 'FinishMedia' ? { status: 'failed' } : {},
      ),
    ],
  ],
  eventsCanBeStored: [
    [
      'a message as the engine sent it',
      telling(mediaDecider, (event) =>
        event.type === 'MediaSceneFailed'
          ? { ...event, data: { ...event.data, message: `${event.data.message}\uD83C` } }
          : event,
      ),
    ],
  ],
  repeatsYieldNothing: [
    ['work that is queued each time', unlessFor('QueueMedia', (state) => ({ ...state, details: null }))],
    [
      'an unknown outcome that is recorded each time',
      withScenes(({ status }, { type }) =>
        status === 'unknown' && type === 'RecordSceneUnknown' ? { status: 'claimed' } : {},
      ),
    ],
  ],
  alwaysEnds: [
    [
      'a broken chain that nobody ends',
      telling(mediaDecider, (event) =>
        event.type === 'MediaSceneFailed' && event.data.code === 'chain_broken' ? [] : event,
      ),
    ],
    [
      'results that nothing follows',
      answering(mediaDecider, ({ type }, { status }) =>
        type === 'AdvanceMedia' && status === 'queued' ? accept() : undefined,
      ),
    ],
  ],
};

testLaws(test, {
  decider: mediaDecider,
  work: mediaWork,
  runOn,
  laws,
  sabotages,
  reaches: `AttemptClaimed MediaCompleted MediaDispatchUnknown MediaFailed MediaQueued MediaRefused
    MediaSceneDispatched MediaSceneFailed MediaSceneRendered already_queued already_refused
    attempt_not_current job_not_found lease_held not_finished stale_epoch`,
  runs: 300,
});

/** Works a batch off; scenes whose bit is set fail. */
const chargedFor = (decider: MediaDecider, details: MediaDetails, failing: number): number => {
  let state = decider.initial;
  const send = (command: MediaCommand): void => {
    const decision = decider.decide(command, state, 'none');
    if (decision.kind === 'accepted') state = decision.events.reduce(decider.evolve, state);
  };
  send({ type: 'QueueMedia', details });
  send({ type: 'AdvanceMedia', now: '2026-03-01T09:00:00.000Z' });
  for (let turn = 0; turn < 2 * details.scenes.length; turn += 1) {
    for (const scene of state.scenes.values()) {
      const command = nextFor(scene, (failing >> scene.scene.index) % 2 === 1 ? 'rejected' : 'pass');
      if (command !== undefined) send(command);
    }
  }
  send({ type: 'FinishMedia' });
  return state.status === 'completed' || state.status === 'failed' ? chargedCredits(state) : Number.NaN;
};

const ones = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
const SCENES = 8;

/** Subsets of failing scenes for which the charge is another than the price of what must have rendered. */
const wronglyCharged = (decider: MediaDecider, continuityMode: MediaDetails['continuityMode']): readonly number[] => {
  const details = mediaDetailsOf({ scenes: SCENES, continuityMode });
  return Array.from({ length: 2 ** SCENES }, (_, failing) => failing).filter((failing) => {
    const firstFailing = failing === 0 ? SCENES : Math.log2(failing & -failing);
    const rendered = continuityMode === 'chain' ? firstFailing : SCENES - ones(failing);
    return chargedFor(decider, details, failing) !== 4 * rendered;
  });
};

test('I8: whichever scenes fail, what rendered is charged', (t) => {
  for (const mode of ['independent', 'master_reference', 'chain'] as const) {
    t.deepEqual(wronglyCharged(mediaDecider, mode), []);
  }
  const paidAnyway: MediaDecider = {
    ...mediaDecider,
    evolve: (state, event) => {
      const after = mediaDecider.evolve(state, event);
      const scene = event.type === 'MediaSceneFailed' ? after.scenes.get(event.data.sceneId) : undefined;
      if (scene?.scene.index !== 3) return after;
      return { ...after, scenes: new Map(after.scenes).set('scn_3', { ...scene, status: 'rendered' }) };
    },
  };
  t.not(wronglyCharged(paidAnyway, 'independent').length, 0);
});
