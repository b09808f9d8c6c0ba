/** Random work on one job: steps that help it on, and steps that are early, late, repeated or hostile. */
import fc from 'fast-check';
import type { JobCommand } from '../../commands/job/decider.ts';
import { waitsForAccept } from '../../commands/job/queries.ts';
import type { RecordLoss } from '../../commands/job/verdicts.ts';
import type { TaskState, JobDetails, JobState } from '../../commands/job/state.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf } from '../support/jobs/builders.ts';
import type { Seen } from '../support/property/decider-run.ts';
import { resolution, resolutionOf, resolvable } from './job-resolutions.ts';
import { weighted } from '../support/property/weighted.ts';

const small = fc.nat({ max: 15 });

/** The results of an engine and a scorer for an attempt. */
export const outcomes = ['pass', 'submit', 'pass', 'fail', 'unavailable', 'rejected', 'lost', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];
const outcome = fc.constantFrom(...outcomes);

const step = fc.oneof(
  /** The next step of a well-behaved dispatcher, scorer or supervisor for some frame. */
  weighted(16, { kind: 'help', frame: small, outcome, late: fc.boolean() }),
  weighted(3, {
    kind: 'meddle',
    what: fc.constantFrom('claim', 'submit', 'render', 'fail', 'unknown', 'score', 'lose', 'accept'),
    key: small,
    epoch: fc.nat({ max: 3 }),
    outcome,
    frame: small,
    picture: fc.nat({ max: 2 }),
  }),
  weighted(2, {
    kind: fc.constantFrom('advance', 'finish', 'queue', 'refuse'),
    n: fc.nat({ max: 2 }),
    late: fc.boolean(),
    leftOut: fc.boolean(),
  }),
  weighted(1, { kind: 'accept', frame: small }),
  weighted(1, { kind: 'cancel' }),
  weighted(1, { kind: fc.constantFrom('pause', 'resume', 'resume') }),
  weighted(1, {
    kind: 'checkpoint',
    awaited: fc.boolean(),
    frame: small,
    decision: fc.constantFrom('continue', 'continue', 'stop'),
  }),
  { weight: 1, arbitrary: resolution },
  /** A command of before, delivered once more. */
  weighted(2, { kind: 'repeat', which: fc.nat({ max: 60 }) }),
);

export type JobStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

const scene = fc.record({
  continuityMode: fc.constantFrom('independent', 'master_reference', 'chain'),
  /** Some more than the window takes. */
  frames: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(limits.tasksInFlightPerJobMax + 2)),
  engines: fc.integer({ min: 1, max: 3 }),
  attemptsUsed: fc.nat({ max: 4 }),
  attemptsMax: fc.integer({ min: 1, max: 5 }),
  corrections: fc.nat({ max: limits.correctionsMax }),
});

export const detailsOf: fc.Arbitrary<JobDetails> = scene.map(
  ({ continuityMode, frames, engines, attemptsUsed, attemptsMax, corrections }) =>
    jobDetailsOf({
      continuityMode,
      frames,
      engines: ['service_images', 'provider_c', 'provider_d'].slice(0, engines),
      each: { attemptsUsed, attemptsMax, corrections: Array.from({ length: corrections }, (_, n) => `do ${n}`) },
    }),
);

export type JobWork = { readonly details: JobDetails; readonly steps: readonly JobStep[] };

export const steps = fc.array(step, { maxLength: 80, size: 'max' });

/** Later than any back-off and any wait for an unknown outcome. */
export const LATE = at(limits.submittedMaxMs + limits.dispatchUnknownMaxMs + 60_000);

/** The command of a step; undefined where it names nothing that is there. */
export const commandOf =
  (details: JobDetails) =>
  (step: JobStep, { state, past }: Seen<JobState, JobCommand>): JobCommand | undefined => {
    switch (step.kind) {
      case 'help':
        return helpOf(details, state, step);
      case 'meddle':
        return meddle(state, past, step);
      case 'accept':
        return acceptOf(pick(acceptable(state), step.frame));
      case 'cancel':
        return { type: 'RequestCancel', requestedBy: 'user_1' };
      case 'pause':
      case 'resume':
        return { type: step.kind === 'pause' ? 'PauseJob' : 'ResumeJob', requestedBy: 'user_1' };
      case 'checkpoint': {
        const before = step.awaited ? state.awaiting : pick(details.tasks, step.frame)?.taskId;
        if (before === null || before === undefined) return undefined;
        return { type: 'DecideCheckpoint', before, decision: step.decision, decidedBy: 'user_1' };
      }
      case 'resolve':
        return resolutionOf(resolvable(state, step.inDoubt), step);
      case 'repeat':
        return past[step.which];
      case 'advance':
        return { type: 'AdvanceJob', now: step.late ? LATE : at(), leftOut: step.leftOut ? ['req_0'] : [] };
      case 'finish':
        return { type: 'FinishJob' };
      case 'queue':
        return { type: 'QueueJob', details: { ...details, n: step.n, holdId: `hld_${step.n}` } };
      case 'refuse':
        return { type: 'RefuseJob', n: step.n, reason: 'insufficient_credits' };
      default:
        return assertNever(step);
    }
  };

/** The tasks that wait for a person; all tasks where none does: an accept that is early, late or repeated. */
const acceptable = ({ tasks }: JobState): readonly TaskState[] => {
  const waiting = tasks.filter(waitsForAccept);
  return waiting.length > 0 ? waiting : tasks;
};

type Help = Extract<JobStep, { readonly kind: 'help' }>;

const helpOf = (details: JobDetails, state: JobState, { frame, outcome, late }: Help): JobCommand => {
  if (state.details === null) return { type: 'QueueJob', details };
  const advance = { type: 'AdvanceJob', now: late ? LATE : at(), leftOut: [] } as const;
  if (state.status === 'queued') return advance;
  const underWay = state.tasks.filter(({ status }) => WAITING.has(status));
  const chosen = pick(underWay, frame);
  return chosen === undefined ? { type: 'FinishJob' } : (nextFor(chosen, outcome) ?? advance);
};

const WAITING: ReadonlySet<string> = new Set(['dispatched', 'claimed', 'submitted', 'retrying', 'unknown', 'rendered']);

/** The next step for a frame that is under way; undefined when it waits for its time. */
export const nextFor = (frame: TaskState, outcome: Outcome): JobCommand | undefined => {
  const { status, epoch, attemptKey } = frame;
  if (attemptKey === null) return undefined;
  switch (status) {
    case 'dispatched':
      return { type: 'ClaimAttempt', attemptKey, holder: 'dispatcher_1', promptHash: hashOf('prompt'), lapsedEpoch: 0 };
    case 'claimed':
      return resultOf(attemptKey, epoch, outcome);
    case 'submitted':
      // Told once more, as by a dispatcher whose append had no answer.
      return resultOf(attemptKey, epoch, outcome);
    case 'unknown':
      return outcome === 'unknown' ? undefined : resultOf(attemptKey, epoch, outcome);
    case 'rendered':
      return judgementOf(attemptKey, frame.asset?.hash ?? '', outcome);
    default:
      return undefined;
  }
};

const resultOf = (attemptKey: string, epoch: number, outcome: Outcome): JobCommand => {
  switch (outcome) {
    case 'pass':
    case 'fail':
      return { type: 'RecordRender', attemptKey, epoch, asset: assetOf(attemptKey) };
    case 'submit':
      return submissionOf(attemptKey, epoch);
    case 'unknown':
      return { type: 'RecordUnknown', attemptKey, epoch, pollAfterMs: null, now: at() };
    default:
      return { type: 'RecordFailure', attemptKey, epoch, code: outcome, message: MESSAGE, now: at() };
  }
};

/** An engine names the same work alike. */
const submissionOf = (attemptKey: string, epoch: number, ref = `film of ${attemptKey}`): JobCommand => ({
  type: 'RecordSubmission',
  attemptKey,
  epoch,
  ref,
  pollAfterMs: 1_000,
  now: at(),
});

/** Longer than an event takes, and cut in the middle of a character. */
const MESSAGE = `${'x'.repeat(limits.failureMessageCharsMax - 1)}\u{1F3AC}`;

/** The scorer's verdict, or why there is none. */
const judgementOf = (attemptKey: string, assetHash: string, outcome: Outcome): JobCommand => {
  const code = LOSSES[outcome];
  if (code === undefined) return scoreOf(attemptKey, assetHash, outcome);
  return { type: 'RecordLoss', attemptKey, code, message: MESSAGE };
};

const LOSSES: Partial<Record<Outcome, RecordLoss['code']>> = {
  lost: 'asset_lost',
  rejected: 'content_lost',
  unavailable: 'score_failed',
};

const scoreOf = (attemptKey: string, assetHash: string, outcome: Outcome): JobCommand => ({
  type: 'RecordScore',
  attemptKey,
  assetHash,
  evidence: evidenceOf(outcome === 'fail' ? 'fail' : 'pass', outcome === 'fail' ? [`fix ${attemptKey}`] : []),
});

type Meddle = Extract<JobStep, { readonly kind: 'meddle' }>;

/** Any attempt that ever was, under any epoch, with any picture. */
const meddle = (state: JobState, past: readonly JobCommand[], step: Meddle): JobCommand => {
  const { what, epoch, outcome } = step;
  const keys = state.tasks.flatMap(({ attemptKey, renderedKeys }) => [attemptKey, ...renderedKeys]);
  const earlier = past.flatMap((command) => ('attemptKey' in command ? [command.attemptKey] : []));
  const attemptKey = pick([...keys, ...earlier, 'nobody'], step.key) ?? 'nobody';
  const picture = assetOf(step.picture === 0 ? attemptKey : step.picture);
  switch (what) {
    case 'claim':
      return { type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('prompt'), lapsedEpoch: epoch };
    case 'render':
      return { type: 'RecordRender', attemptKey, epoch, asset: picture };
    case 'submit':
      return submissionOf(attemptKey, epoch, step.picture === 0 ? undefined : `film ${step.picture}`);
    case 'unknown':
      return { type: 'RecordUnknown', attemptKey, epoch, pollAfterMs: 1_000, now: at() };
    case 'score':
      return scoreOf(attemptKey, picture.hash, outcome);
    case 'lose':
      return { type: 'RecordLoss', attemptKey, code: 'asset_lost', message: MESSAGE };
    case 'accept':
      return { type: 'AcceptFrame', taskId: `req_${step.frame}`, assetHash: picture.hash };
    case 'fail':
      return { type: 'RecordFailure', attemptKey, epoch, code: 'unavailable', message: MESSAGE, now: at() };
    default:
      return assertNever(what);
  }
};

const acceptOf = (frame: TaskState | undefined): JobCommand | undefined =>
  frame?.scored ? { type: 'AcceptFrame', taskId: frame.taskId, assetHash: frame.scored.asset.hash } : undefined;

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length];
