import test from 'ava';
import { taskIn } from '../../commands/job/queries.ts';
import { type JobCommand, jobDecider } from '../../commands/job/decider.ts';
import type { TaskState, JobState } from '../../commands/job/state.ts';
import { jobStarted } from '../../events/job.ts';
import { accept } from '../../src/kernel/decider.ts';
import { testLaws } from '../support/property/law-tests.ts';
import { answering, folding, misstating, seeing, telling } from '../support/property/sabotage.ts';
import { type JobDecider, laws, runOn } from './job-laws.ts';
import { jobWork } from './job-mix.ts';

/** Decides as if every task were as told. */
const withTasks = (change: (task: TaskState, command: JobCommand) => Partial<TaskState>): JobDecider =>
  seeing(jobDecider, (state, command) => ({
    ...state,
    tasks: state.tasks.map((task) => ({ ...task, ...change(task, command) })),
  }));

const unlessFor = (type: JobCommand['type'], doctor: (state: JobState) => JobState): JobDecider =>
  seeing(jobDecider, (state, command) => (command.type === type ? doctor(state) : state));

/** Counts what was delivered also when it is lost. */
const keepingWhatIsLost: JobDecider = folding(jobDecider, (after, event, state) => {
  if (event.type !== 'TaskFailed') return after;
  const { taskId } = event.data;
  const [before, frame] = [taskIn(state, taskId), taskIn(after, taskId)];
  if (before === undefined || frame === undefined) return after;
  const { renderedKeys } = before;
  return { ...after, tasks: after.tasks.map((task) => (task === frame ? { ...frame, renderedKeys } : task)) };
});

/** For each law a decider that breaks it. */
const sabotages: Readonly<Record<keyof typeof laws, Readonly<Record<string, JobDecider>>>> = {
  onlyForward: {
    'a final job that runs again': answering(jobDecider, (command, { status }) =>
      command.type === 'AdvanceJob' && status === 'completed' ? accept(jobStarted({ leftOut: [] })) : undefined,
    ),
    'a job that ends twice': unlessFor('FinishJob', (state) => ({ ...state, status: 'running' })),
  },
  acceptedStaysFrozen: {
    'an accepted frame that takes a late result': withTasks(({ status }) =>
      status === 'accepted' ? { status: 'claimed', renderedKeys: [] } : {},
    ),
    'an accepted frame that a person accepts anew': withTasks(({ status }) =>
      status === 'accepted' ? { status: 'human_review' } : {},
    ),
    'a task that is made a second time': withTasks(({ status, judged }) =>
      status === 'accepted' && !judged ? { status: 'claimed', renderedKeys: [] } : {},
    ),
  },
  attemptsAreBounded: {
    'attempts that are counted in memory': withTasks(({ attemptsUsed }) => ({ attempt: attemptsUsed })),
    'a ladder with one more rung': withTasks(({ attemptsMax }) => ({ attemptsMax: attemptsMax + 1 })),
    'retries that are not counted': withTasks(() => ({ retry: 0 })),
  },
  chargesFitTheHold: {
    'a charge for a picture that was lost': keepingWhatIsLost,
    'a charge for every attempt that was made': misstating(jobDecider, 'FrameScored', (data) =>
      data.creditsCharged !== null ? { creditsCharged: 4 * data.attempt } : {},
    ),
    'a charge for what a cancel left': withTasks(({ status }) =>
      status === 'failed' ? { renderedKeys: ['another'], status: 'human_review' } : {},
    ),
    'a charge for each retry': misstating(jobDecider, 'TaskRendered', (data) =>
      data.creditsCharged !== null ? { creditsCharged: 4 * (data.attempt + 1) } : {},
    ),
    'a score that decides on nothing': withTasks(() => ({ judged: true })),
  },
  oneResultPerAttempt: {
    'a loss of what was judged': withTasks(({ scored }, { type }) =>
      scored !== null && type === 'RecordLoss' ? { status: 'rendered' } : {},
    ),
    'an attempt that takes a second result': withTasks(({ status }) =>
      status === 'rendered' ? { status: 'claimed', renderedKeys: [] } : {},
    ),
    'an attempt that is submitted twice': withTasks((_, { type }) =>
      type === 'RecordSubmission' ? { ref: null } : {},
    ),
    'a result that nobody claimed': withTasks(({ status, epoch }, command) =>
      status === 'dispatched' && 'epoch' in command ? { status: 'claimed', epoch: command.epoch || epoch } : {},
    ),
  },
  resolutionsCount: {
    'a word that counts while the engine is at work': withTasks(({ status }, { type }) =>
      type === 'ResolveAttempt' && (status === 'claimed' || status === 'submitted') ? { status: 'unknown' } : {},
    ),
    'an output that is taken of a frame with people': withTasks(({ givenUp }, { type }) =>
      type === 'ResolveAttempt' && givenUp ? { status: 'unknown', givenUp: false } : {},
    ),
    'a word about an earlier attempt that counts for the present one': withTasks((_, command) =>
      command.type === 'ResolveAttempt' ? { attemptKey: command.attemptKey } : {},
    ),
    'a price for nothing that is told as a failure like any other': misstating(jobDecider, 'TaskFailed', (data) =>
      data.code === 'charged' ? { code: 'lost' } : {},
    ),
  },
  leasesAreFenced: {
    'a lease that is checked before the work only': withTasks((_, command) =>
      'epoch' in command && command.epoch > 0 ? { epoch: command.epoch } : {},
    ),
    'a lease that two hold': withTasks((_, { type }) => (type === 'ClaimAttempt' ? { epoch: 0 } : {})),
  },
  cancelStopsSpending: {
    'a cancel that nobody sees': seeing(jobDecider, (state) => ({ ...state, cancelRequested: false })),
    'a cancel that claims do not see': unlessFor('ClaimAttempt', (state) => ({ ...state, cancelRequested: false })),
  },
  enginesFit: {
    'a ladder that climbs past its engines': misstating(jobDecider, 'TaskDispatched', (data) =>
      data.attempt > 1 ? { engine: 'provider_x' } : {},
    ),
    'engines of the first kind for all kinds': withTasks(() => ({ makes: 'image' })),
  },
  pausesHold: {
    'a pause that is not seen': seeing(jobDecider, (state) => ({ ...state, paused: false })),
    'a pause that claims do not see': unlessFor('ClaimAttempt', (state) => ({ ...state, paused: false })),
    'a pause that the ladder does not see': unlessFor('RecordScore', (state) => ({ ...state, paused: false })),
  },
  checkpointsHold: {
    'a checkpoint that stops nothing': withTasks(() => ({ checkpoint: false })),
    'a question before its time': withTasks(() => ({ after: [], afterAll: false })),
    'a stop that stops nothing': misstating(jobDecider, 'CheckpointDecided', () => ({ leftOut: [] })),
    'a question that is asked again': seeing(jobDecider, (state) => ({ ...state, awaiting: null })),
  },
  noneBegunInVain: {
    'a whole that goes on in part': seeing(jobDecider, (state) => ({ ...state, settle: 'each' as const })),
  },
  chainsGoInOrder: {
    'a chain that does not wait': withTasks(() => ({ after: [] })),
    'a chain that goes on from what is not accepted': withTasks(({ status }) =>
      status === 'human_review' ? { status: 'accepted' } : {},
    ),
    'a task that waits for the first of several alone': withTasks(({ after }) => ({ after: after.slice(0, 1) })),
    'an assembly that does not wait for all': withTasks(() => ({ afterAll: false })),
    'a task that goes on from what failed': withTasks(({ status }) =>
      status === 'failed' ? { status: 'accepted' } : {},
    ),
  },
  neverTooManyAtOnce: {
    'a window that forgets what is at an engine': withTasks(({ status }, { type }) =>
      status === 'claimed' && type === 'AdvanceJob' ? { status: 'failed' } : {},
    ),
  },
  outcomesAreTrue: {
    'a job that ends under way': withTasks(({ status }, { type }) =>
      status === 'claimed' && type === 'FinishJob' ? { status: 'human_review' } : {},
    ),
    'a job that calls itself completed': telling(jobDecider, (event) =>
      event.type === 'JobPartiallyCompleted' ? { ...event, type: 'JobCompleted' } : event,
    ),
    'a part of a whole that is of use': telling(jobDecider, (event) =>
      event.type === 'JobFailed' ? { ...event, type: 'JobPartiallyCompleted' as const } : event,
    ),
    'a whole that is paid in part': seeing(jobDecider, (state) => ({ ...state, settle: 'each' as const })),
  },
  eventsCanBeStored: {
    'a message as the engine sent it': misstating(jobDecider, 'TaskFailed', (data) => ({
      message: `${data.message}\uD83C`,
    })),
    'corrections without end': misstating(jobDecider, 'FrameRepairPlanned', (data) => ({
      corrections: [...data.corrections, 'more', 'and more'],
    })),
  },
  repeatsYieldNothing: {
    'a cancel that is recorded each time': unlessFor('RequestCancel', (state) => ({
      ...state,
      cancelRequested: false,
    })),
    'a start that is made each time': unlessFor('QueueJob', (state) => ({ ...state, details: null })),
  },
  coldStartsAgree: {
    'a snapshot of less than the job': { ...jobDecider, snapshotType: 'JobStarted' },
  },
  alwaysEnds: {
    'a supervisor without an effect': answering(jobDecider, ({ type }, { status }) =>
      type === 'AdvanceJob' && status === 'running' ? accept() : undefined,
    ),
    'a back-off without end': misstating(jobDecider, 'TaskFailed', (data) =>
      !data.consumed ? { retryAt: '9999-01-01T00:00:00.000Z' } : {},
    ),
    'an end that waits for what can never begin': withTasks(({ status }, { type }) =>
      status === 'failed' && type === 'FinishJob' ? { status: 'claimed' } : {},
    ),
  },
};

testLaws(test, {
  name: 'job',
  decider: jobDecider,
  work: jobWork,
  runOn,
  laws,
  sabotages,
  reaches: `AttemptClaimed AttemptResolved AttemptSubmitted CheckpointDecided CheckpointReached FrameAccepted
    FrameRepairPlanned FrameScored HumanReviewRequired JobCancelRequested JobCancelled JobCompleted JobFailed
    JobPartiallyCompleted JobPaused JobQueued JobRefused JobResumed JobStarted TaskDispatched TaskFailed
    TaskRendered TaskUnknown already_queued already_refused attempt_given_up attempt_not_current
    attempt_not_in_doubt cancel_requested checkpoint_not_waiting job_not_active job_not_found job_paused lease_held
    not_acceptable not_finished stale_epoch`,
  runs: 2_500,
});
