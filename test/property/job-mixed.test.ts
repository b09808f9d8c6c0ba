/** Jobs of mixed kinds with random dependencies keep the laws of every job; and I8, for pictures without QA. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../commands/job/decider.ts';
import { chargedCredits, isFinal } from '../../commands/job/queries.ts';
import type { JobDetails, TaskState } from '../../commands/job/state.ts';
import { at, batchDetailsOf } from '../support/jobs/builders.ts';
import { testLaws } from '../support/property/law-tests.ts';
import { folding, seeing, telling } from '../support/property/sabotage.ts';
import { type JobDecider, laws, runOn } from './job-laws.ts';
import { mixedWork } from './job-mix.ts';
import { nextFor } from './job-steps.ts';

/** Decides as if every task were as told. */
const withTasks = (change: (task: TaskState, command: JobCommand) => Partial<TaskState>): JobDecider =>
  seeing(jobDecider, (state, command) => ({
    ...state,
    tasks: state.tasks.map((task) => ({ ...task, ...change(task, command) })),
  }));

const RUNS = 1_000;

/** Those that say more where kinds are mixed. */
const {
  acceptedStaysFrozen,
  chargesFitTheHold,
  enginesFit,
  checkpointsHold,
  noneBegunInVain,
  chainsGoInOrder,
  outcomesAreTrue,
  alwaysEnds,
} = laws;

testLaws(test, {
  name: 'jobs of mixed kinds',
  decider: jobDecider,
  work: mixedWork,
  runOn,
  laws: {
    acceptedStaysFrozen,
    chargesFitTheHold,
    enginesFit,
    checkpointsHold,
    noneBegunInVain,
    chainsGoInOrder,
    outcomesAreTrue,
    alwaysEnds,
  },
  others: laws,
  sabotages: {
    acceptedStaysFrozen: {
      'a task that is made a second time': withTasks(({ status, judged }) =>
        status === 'accepted' && !judged ? { status: 'claimed', renderedKeys: [] } : {},
      ),
    },
    chargesFitTheHold: {
      'a charge for each retry': telling(jobDecider, (event) =>
        event.type === 'TaskRendered' && event.data.creditsCharged !== null
          ? { ...event, data: { ...event.data, creditsCharged: 4 * (event.data.attempt + 1) } }
          : event,
      ),
      'a score that decides on nothing': withTasks(() => ({ judged: true })),
    },
    enginesFit: {
      'engines of the first kind for all kinds': withTasks(() => ({ makes: 'image' })),
    },
    outcomesAreTrue: {
      'a part of a whole that is of use': telling(jobDecider, (event) =>
        event.type === 'JobFailed' ? { ...event, type: 'JobPartiallyCompleted' as const } : event,
      ),
      'a whole that is paid in part': seeing(jobDecider, (state) => ({ ...state, settle: 'each' as const })),
    },
    checkpointsHold: {
      'a checkpoint that stops nothing': withTasks(() => ({ checkpoint: false })),
      'a question before its time': withTasks(() => ({ after: [], afterAll: false })),
      'a stop that stops nothing': telling(jobDecider, (event) =>
        event.type === 'CheckpointDecided' ? { ...event, data: { ...event.data, leftOut: [] } } : event,
      ),
      'a question that is asked again': seeing(jobDecider, (state) => ({ ...state, awaiting: null })),
    },
    noneBegunInVain: {
      'a whole that goes on in part': seeing(jobDecider, (state) => ({ ...state, settle: 'each' as const })),
    },
    chainsGoInOrder: {
      'a task that waits for the first of several alone': withTasks(({ after }) => ({ after: after.slice(0, 1) })),
      'an assembly that does not wait for all': withTasks(() => ({ afterAll: false })),
      'a task that goes on from what failed': withTasks(({ status }) =>
        status === 'failed' ? { status: 'accepted' } : {},
      ),
    },
    alwaysEnds: {
      'an end that waits for what can never begin': withTasks(({ status }, { type }) =>
        status === 'failed' && type === 'FinishJob' ? { status: 'claimed' } : {},
      ),
    },
  },
  reaches: `AttemptClaimed AttemptResolved AttemptSubmitted CheckpointDecided CheckpointReached FrameAccepted
    FrameRepairPlanned FrameScored HumanReviewRequired JobCancelRequested JobCancelled JobCompleted JobFailed
    JobPartiallyCompleted JobPaused JobQueued JobRefused JobResumed JobStarted TaskDispatched TaskFailed
    TaskRendered TaskUnknown already_queued already_refused attempt_given_up attempt_not_current
    attempt_not_in_doubt cancel_requested checkpoint_not_waiting job_not_active job_not_found job_paused lease_held
    not_acceptable not_finished stale_epoch`,
  runs: RUNS,
});

/** Works a batch off; tasks whose bit is set fail. */
const chargedFor = (decider: JobDecider, details: JobDetails, failing: number): number => {
  let state = decider.initial;
  const send = (command: JobCommand): void => {
    const decision = decider.decide(command, state, 'none');
    if (decision.kind === 'accepted') state = decision.events.reduce(decider.evolve, state);
  };
  send({ type: 'QueueJob', details });
  send({ type: 'AdvanceJob', now: at(), leftOut: [] });
  for (let turn = 0; turn < 2 * details.tasks.length; turn += 1) {
    for (const task of state.tasks) {
      const command = nextFor(task, (failing >> task.index) % 2 === 1 ? 'rejected' : 'pass');
      if (command !== undefined) send(command);
    }
  }
  send({ type: 'FinishJob' });
  return isFinal(state.status) ? chargedCredits(state) : Number.NaN;
};

const ones = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
const PICTURES = 8;

/** Subsets of failing pictures for which the charge is another than the price of what must have rendered. */
const wronglyCharged = (decider: JobDecider, chained: boolean): readonly number[] => {
  const details = batchDetailsOf({ pictures: PICTURES, chained });
  return Array.from({ length: 2 ** PICTURES }, (_, failing) => failing).filter((failing) => {
    const firstFailing = failing === 0 ? PICTURES : Math.log2(failing & -failing);
    const rendered = chained ? firstFailing : PICTURES - ones(failing);
    return chargedFor(decider, details, failing) !== 4 * rendered;
  });
};

test('I8: whichever pictures fail, what rendered is charged', (t) => {
  for (const chained of [true, false]) t.deepEqual(wronglyCharged(jobDecider, chained), []);
});

test('a charge for what failed is found', (t) => {
  const paidAnyway = folding(jobDecider, (after, { type }) => {
    if (type !== 'TaskFailed') return after;
    const tasks = after.tasks.map((task) => (task.index === 3 ? { ...task, creditsCharged: 4 } : task));
    return { ...after, tasks };
  });
  t.not(wronglyCharged(paidAnyway, false).length, 0);
});
