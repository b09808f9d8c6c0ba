/** Random work without QA: steps that help it on, and steps that are early, late, repeated or hostile. */
import fc from 'fast-check';
import type { MediaCommand } from '../../commands/media/decider.ts';
import type { MediaDetails, MediaState, SceneState } from '../../commands/media/state.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { assetOf, at, hashOf, mediaDetailsOf } from '../support/builders.ts';
import type { Seen } from '../support/decider-run.ts';

const small = fc.nat({ max: 15 });

/** What an engine makes of a scene. */
export const outcomes = ['pass', 'pass', 'unavailable', 'rejected', 'lost', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];
const outcome = fc.constantFrom(...outcomes);

const step = fc.oneof(
  /** What a well-behaved dispatcher or supervisor would do next for some scene. */
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('help'), scene: small, outcome, late: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('meddle'),
      what: fc.constantFrom('claim', 'render', 'fail', 'unknown'),
      key: small,
      epoch: fc.nat({ max: 3 }),
      picture: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('advance', 'finish', 'queue', 'refuse'),
      hold: fc.nat({ max: 2 }),
      late: fc.boolean(),
    }),
  },
  /** A command of before, delivered once more. */
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), which: fc.nat({ max: 40 }) }) },
);

export type MediaStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

export type MediaWork = { readonly details: MediaDetails; readonly steps: readonly MediaStep[] };

export const mediaWork: fc.Arbitrary<MediaWork> = fc.record({
  details: fc
    .record({
      continuityMode: fc.constantFrom('independent', 'master_reference', 'chain'),
      scenes: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(limits.tasksInFlightPerJobMax + 2)),
    })
    .map(mediaDetailsOf),
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

/** Later than any wait for an unknown outcome. */
export const LATE = at(limits.dispatchUnknownMaxMs + 60_000);

/** The command of a step; undefined where it names nothing that is there. */
export const commandOf =
  (details: MediaDetails) =>
  (step: MediaStep, { state, past }: Seen<MediaState, MediaCommand>): MediaCommand | undefined => {
    switch (step.kind) {
      case 'help':
        return helpOf(details, state, step);
      case 'meddle':
        return meddle(state, step);
      case 'repeat':
        return past[step.which];
      case 'advance':
        return { type: 'AdvanceMedia', now: step.late ? LATE : at() };
      case 'finish':
        return { type: 'FinishMedia' };
      case 'queue':
        return { type: 'QueueMedia', details: { ...details, holdId: `hld_${step.hold}` } };
      case 'refuse':
        return { type: 'RefuseMedia', reason: 'insufficient_credits' };
      default:
        return assertNever(step);
    }
  };

type Help = Extract<MediaStep, { readonly kind: 'help' }>;

const helpOf = (details: MediaDetails, state: MediaState, { scene, outcome, late }: Help): MediaCommand => {
  if (state.details === null) return { type: 'QueueMedia', details };
  const advance = { type: 'AdvanceMedia', now: late ? LATE : at() } as const;
  if (state.status === 'queued') return advance;
  const underWay = [...state.scenes.values()].filter(({ status }) => WAITING.has(status));
  const chosen = pick(underWay, scene);
  return chosen === undefined ? { type: 'FinishMedia' } : (nextFor(chosen, outcome) ?? advance);
};

const WAITING: ReadonlySet<string> = new Set(['dispatched', 'claimed', 'unknown']);

/** What comes next for a scene that is under way; undefined when it waits for its time. */
export const nextFor = ({ status, epoch, attemptKey }: SceneState, outcome: Outcome): MediaCommand | undefined => {
  if (attemptKey === null) return undefined;
  if (status === 'dispatched') return { ...CLAIM, attemptKey, lapsedEpoch: 0 };
  if (status === 'claimed' || (status === 'unknown' && outcome !== 'unknown')) {
    return resultOf(attemptKey, epoch, outcome);
  }
  return undefined;
};

const CLAIM = { type: 'ClaimScene', holder: 'dispatcher_1', promptHash: hashOf('prompt') } as const;

const resultOf = (attemptKey: string, epoch: number, outcome: Outcome): MediaCommand => {
  if (outcome === 'pass') return { type: 'RecordSceneRender', attemptKey, epoch, asset: assetOf(attemptKey) };
  if (outcome === 'unknown') return { type: 'RecordSceneUnknown', attemptKey, epoch, now: at() };
  return { type: 'RecordSceneFailure', attemptKey, epoch, code: outcome, message: MESSAGE };
};

/** Longer than an event takes, and cut in the middle of a character. */
const MESSAGE = `${'x'.repeat(limits.failureMessageCharsMax - 1)}\u{1F3AC}`;

type Meddle = Extract<MediaStep, { readonly kind: 'meddle' }>;

/** Any attempt there is, under any epoch, with any picture. */
const meddle = (state: MediaState, { what, key, epoch, picture }: Meddle): MediaCommand => {
  const keys = [...state.scenes.values()].flatMap(({ attemptKey }) => attemptKey ?? []);
  const attemptKey = pick([...keys, 'nobody'], key) ?? 'nobody';
  switch (what) {
    case 'claim':
      return { ...CLAIM, attemptKey, lapsedEpoch: epoch };
    case 'render':
      return { type: 'RecordSceneRender', attemptKey, epoch, asset: assetOf(picture === 0 ? attemptKey : picture) };
    case 'unknown':
      return { type: 'RecordSceneUnknown', attemptKey, epoch, now: at() };
    case 'fail':
      return { type: 'RecordSceneFailure', attemptKey, epoch, code: 'lost', message: MESSAGE };
    default:
      return assertNever(what);
  }
};

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length];
