/** I19: engines and scorers that always fail cost an exact number of attempts, and then a person is asked. */
import test from 'ava';
import { chargedCredits, heldFor, isFinal } from '../../commands/job/queries.ts';
import { jobDecider } from '../../commands/job/decider.ts';
import type { JobDetails } from '../../commands/job/state.ts';
import { limits } from '../../src/kernel/limits.ts';
import { jobDetailsOf } from '../support/jobs/builders.ts';
import { goOn } from '../support/property/decider-run.ts';
import { asking, seeing } from '../support/property/sabotage.ts';
import type { JobDecider } from './job-laws.ts';
import { LATE, nextFor, type Outcome } from './job-steps.ts';

const ROUNDS_MAX = 500;

/** Works the job to its end; every command is delivered twice, as after a crash behind any step. */
const workOff = (decider: JobDecider, details: JobDetails, outcome: Outcome) => {
  const queue = { type: 'QueueJob', details } as const;
  const run = goOn(
    { decider, steps: [], state: decider.initial },
    {
      round: ({ tasks }) => {
        const due = tasks.map((frame) => nextFor(frame, outcome));
        return [queue, ...due, ADVANCE, FINISH].flatMap((command) => [command, command]);
      },
      isOver: ({ status }) => isFinal(status),
      roundsMax: ROUNDS_MAX,
    },
  );
  const events = run.steps.flatMap((step) => step.events);
  const dispatches = events.filter(({ type }) => type === 'TaskDispatched').length;
  const reasons = events.flatMap((event) => (event.type === 'HumanReviewRequired' ? [event.data.reason] : []));
  return { status: run.state.status, dispatches, reasons, chargedCredits: chargedCredits(run.state) };
};

const ADVANCE = { type: 'AdvanceJob', now: LATE, leftOut: [] } as const;
const FINISH = { type: 'FinishJob' } as const;

const RETRIES = limits.engineFailuresPerAttemptMax;
type Attempts = { readonly attemptsUsed: number; readonly attemptsMax: number };
const ladder: Attempts = { attemptsUsed: 0, attemptsMax: limits.attemptsByLadderMax };
const personOpened = { attemptsUsed: 3, attemptsMax: 4 };
const afterCancel = { attemptsUsed: 1, attemptsMax: 3 };

type Row = readonly [outcome: Outcome, engines: number, each: Attempts, dispatches: number];

/** Dispatches of one frame until a person is asked. */
const rows: readonly Row[] = [
  ['fail', 1, ladder, 3],
  ['fail', 3, ladder, 3],
  ['fail', 1, personOpened, 1],
  ['fail', 2, personOpened, 1],
  ['fail', 1, afterCancel, 2],
  ['lost', 1, ladder, 3],
  ['lost', 2, personOpened, 1],
  // An engine that rejects a request is not asked again: one attempt for each engine.
  ['rejected', 1, ladder, 1],
  ['rejected', 2, ladder, 2],
  ['rejected', 5, ladder, 3],
  // An engine that does nothing is asked again a few times, which costs no attempt.
  ['unavailable', 1, ladder, 1 + RETRIES],
  ['unavailable', 2, ladder, 2 * (1 + RETRIES)],
  ['unavailable', 5, ladder, 3 * (1 + RETRIES)],
  ['unknown', 1, ladder, 1],
];

const reasonOf = (outcome: Outcome): string =>
  outcome === 'fail' ? 'attempts_exhausted' : outcome === 'unknown' ? 'dispatch_unknown' : 'engine_failed';

const detailsOf = (frames: number, engines: number, each: Attempts): JobDetails =>
  jobDetailsOf({ frames, each, engines: Array.from({ length: engines }, (_, index) => `engine_${index}`) });

for (const [outcome, engines, each, dispatches] of rows) {
  test(`always ${outcome}, ${engines} engines, attempts ${each.attemptsUsed + 1} to ${each.attemptsMax}`, (t) => {
    for (const frames of [1, 3, limits.tasksInFlightPerJobMax + 1]) {
      t.deepEqual(workOff(jobDecider, detailsOf(frames, engines, each), outcome), {
        status: 'failed',
        dispatches: frames * dispatches,
        reasons: Array.from({ length: frames }, () => reasonOf(outcome)),
        chargedCredits: 0,
      });
    }
  });
}

test('a ladder that counts in memory never asks a person', (t) => {
  const forgetful = seeing(jobDecider, (state, { type }) => ({
    ...state,
    tasks: state.tasks.map((task) => (type === 'RecordScore' ? { ...task, attempt: 0 } : task)),
  }));
  t.notDeepEqual(workOff(forgetful, detailsOf(1, 1, ladder), 'fail').reasons, ['attempts_exhausted']);
});

test('the whole ladder costs what was held for it, and not a credit more', (t) => {
  const held = heldFor({ priceCredits: 4, ...ladder });
  t.is(held, 12);
  // Three attempts deliver, and the last one is good.
  let scores = 0;
  const lastOneIsGood = asking(jobDecider, (command) => {
    if (command.type !== 'RecordScore') return command;
    // Each is delivered twice.
    scores += 1;
    const verdict: 'pass' | 'fail' = scores > 4 ? 'pass' : 'fail';
    return { ...command, evidence: { ...command.evidence, verdict } };
  });
  const { status, chargedCredits, dispatches } = workOff(lastOneIsGood, detailsOf(1, 1, ladder), 'fail');
  t.deepEqual({ status, chargedCredits, dispatches }, { status: 'completed', chargedCredits: held, dispatches: 3 });
});
