/** Laws of any work on a job, for any sender and any time; each law throws when it is broken. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { chargedCredits, heldFor, isAtItsEnd, isFinal, isUnderWay, taskIn } from '../../commands/job/queries.ts';
import { type JobCommand, jobDecider } from '../../commands/job/decider.ts';
import type { JobState } from '../../commands/job/state.ts';
import type { JobEvent } from '../../events/job.ts';
import { limits } from '../../src/kernel/limits.ts';
import { coldStart } from '../support/property/closed-periods.ts';
import {
  eventsCanBeStored,
  eventsOf,
  goOn,
  type Laws,
  repeatsYieldNothing,
  runChoices,
} from '../support/property/decider-run.ts';
import { cancelStopsSpending, checkpointsHold, pausesHold } from './job-held-laws.ts';
import { resolutionsCount } from './job-resolution-laws.ts';
import type { JobRun } from './job-run.ts';
import { commandOf, type JobWork, LATE, nextFor, outcomes } from './job-steps.ts';

export type JobDecider = typeof jobDecider;
type Of<T extends JobEvent['type']> = Extract<JobEvent, { readonly type: T }>;

export const runOn = (decider: JobDecider, { details, steps }: JobWork): JobRun =>
  runChoices(decider, steps, commandOf(details));

const RANK = { none: 0, queued: 1, running: 2, completed: 3, partially_completed: 3, failed: 3, cancelled: 3 };

/** I18: none, queued, running, one final state; never back, and a final state never becomes another. */
const onlyForward = (run: JobRun): void => {
  for (const { before, after } of eventsOf(run)) {
    ok(RANK[after.status] >= RANK[before.status], `${before.status} became ${after.status}`);
    if (isFinal(before.status)) same(after.status, before.status);
    for (const task of after.tasks) {
      const earlier = taskIn(before, task.taskId);
      ok(earlier === undefined || task.attempt >= earlier.attempt, 'an attempt is counted back');
    }
  }
};

/** An accepted task stays as it is: no event names it again. */
const acceptedStaysFrozen = (run: JobRun): void => {
  const frozen = new Map<string, string>();
  for (const { event } of eventsOf(run)) {
    if (!('taskId' in event.data)) continue;
    ok(!frozen.has(event.data.taskId), `${event.type} on an accepted task`);
    const passed = event.type === 'FrameScored' && event.data.creditsCharged !== null;
    if (passed || event.type === 'FrameAccepted') frozen.set(event.data.taskId, event.data.assetHash);
    // Made with effect at most once: a task that is not judged is accepted by that.
    if (event.type === 'TaskRendered' && event.data.creditsCharged !== null) {
      frozen.set(event.data.taskId, event.data.asset.hash);
    }
  }
  for (const [taskId, assetHash] of frozen) {
    const task = taskIn(run.state, taskId);
    const scored = task?.judged === true ? assetHash : undefined;
    same([task?.status, task?.asset?.hash, task?.scored?.asset.hash], ['accepted', assetHash, scored]);
  }
};

/** I19: one attempt after the other up to the last that is allowed, each dispatched again a bounded number of times. */
const attemptsAreBounded = (run: JobRun): void => {
  for (const { taskId, attemptsUsed, attemptsMax } of run.state.tasks) {
    let [attempt, retry] = [attemptsUsed, 0];
    for (const { data } of dispatchesOf(run)) {
      if (data.taskId !== taskId) continue;
      if (data.retry === 0) same(data.attempt, attempt + 1);
      else same([data.attempt, data.retry], [attempt, retry + 1]);
      [attempt, retry] = [data.attempt, data.retry];
      ok(attempt <= attemptsMax && retry <= limits.engineFailuresPerAttemptMax, 'more attempts than allowed');
    }
  }
  const keys = dispatchesOf(run).map(({ data }) => data.attemptKey);
  same(new Set(keys).size, keys.length, 'an attempt key is used again');
};

/** Price x attempts that delivered and were not lost, once, and never more than the frame's part of the hold. */
const chargesFitTheHold = (run: JobRun): void => {
  const delivered = new Set(of(run, 'TaskRendered').map(({ data }) => data.attemptKey));
  // A lost delivery is not paid.
  for (const { data } of of(run, 'TaskFailed')) delivered.delete(data.attemptKey);
  const scored = of(run, 'FrameScored').flatMap(({ data }, at) => {
    const task = taskIn(run.state, data.taskId);
    same(data.creditsCharged === null, data.evidence.verdict === 'fail', 'a frame is charged if it passed');
    if (data.creditsCharged === null) return [];
    const keys = deliveredBefore(run, data, delivered);
    same(data.creditsCharged, keys * (task?.priceCredits ?? 0), `score ${at} charges for what did not deliver`);
    ok(task !== undefined && data.creditsCharged <= heldFor(task), 'more than its part of the hold');
    return [data.creditsCharged];
  });
  for (const { data } of of(run, 'FrameAccepted')) {
    const task = taskIn(run.state, data.taskId);
    ok(task !== undefined && data.attemptKeys.every((key) => delivered.has(key)), 'charged for nothing');
    same(new Set(data.attemptKeys).size, data.attemptKeys.length);
    same(data.creditsCharged, data.attemptKeys.length * task.priceCredits);
    ok(data.creditsCharged <= heldFor(task), 'more than its part of the hold');
  }
  const rendered = of(run, 'TaskRendered').map(({ data }) => {
    const task = taskIn(run.state, data.taskId);
    ok(task !== undefined && task.judged === (data.creditsCharged === null), 'what is judged is charged by its score');
    // A task that is not judged costs the price of the one attempt that delivered.
    if (!task.judged) same(data.creditsCharged, task.priceCredits);
    return data.creditsCharged ?? 0;
  });
  const accepted = of(run, 'FrameAccepted').map(({ data }) => data.creditsCharged);
  const sum = [...scored, ...accepted, ...rendered].reduce((credits, more) => credits + more, 0);
  same(chargedCredits(run.state), isPaid(run.state) ? sum : 0);
};

/** All or nothing, where a job is paid as a whole. */
const isPaid = ({ details, tasks }: JobState): boolean =>
  details?.settle !== 'whole' || tasks.every(({ status }) => status === 'accepted' || status === 'left_out');

/** A task is made by an engine for its kind of output. */
const enginesFit = (run: JobRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (event.type !== 'TaskDispatched' && event.type !== 'FrameRepairPlanned') continue;
    const makes = taskIn(before, event.data.taskId)?.makes;
    const fitting = before.details?.engines.find((one) => one.makes === makes)?.names ?? [];
    ok(fitting.includes(event.data.engine), `${event.data.engine} makes no ${makes}`);
  }
};

/** Attempts of a task, up to the one that is scored, that delivered what was not lost. */
const deliveredBefore = (
  run: JobRun,
  { taskId, attempt }: { readonly taskId: string; readonly attempt: number },
  delivered: ReadonlySet<string>,
): number =>
  of(run, 'TaskRendered').filter(
    ({ data }) => data.taskId === taskId && data.attempt <= attempt && delivered.has(data.attemptKey),
  ).length;

/** Dispatched, claimed, one result, one score: each attempt key has that history and no other. */
const oneResultPerAttempt = (run: JobRun): void => {
  const steps = new Map<string, string[]>();
  for (const { event } of eventsOf(run)) {
    if (!('attemptKey' in event.data) || event.type === 'FrameAccepted') continue;
    const list = steps.get(event.data.attemptKey) ?? [];
    steps.set(event.data.attemptKey, [...list, event.type]);
  }
  for (const history of steps.values()) ok(HISTORY.test(`${history.join(' ')} `), history.join(' '));
};

const RESULT = '(?:TaskFailed |TaskRendered (?:FrameScored |TaskFailed )?)?';
/** Nothing is claimed once it was submitted, and nothing is submitted twice. */
const DOUBT = '(?:TaskUnknown (?:AttemptSubmitted (?:TaskUnknown )?)?|AttemptSubmitted (?:TaskUnknown )?)';
/** A person tells the outcome of what was in doubt. */
const HISTORY = new RegExp(`^TaskDispatched (?:(?:AttemptClaimed )+(?:${DOUBT}(?:AttemptResolved )?)?${RESULT})?$`);

/** I10: epochs rise by one, and a result comes under the last of them, unless no lease was held any more. */
const leasesAreFenced = (run: JobRun): void => {
  const epochs = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { event } of eventsOf(run)) {
    if (event.type === 'AttemptClaimed') {
      same(event.data.epoch, (epochs.get(event.data.attemptKey) ?? 0) + 1);
      epochs.set(event.data.attemptKey, event.data.epoch);
    }
    if (event.type === 'TaskUnknown' || event.type === 'AttemptSubmitted') unknown.add(event.data.attemptKey);
    if (event.type !== 'TaskRendered') continue;
    const { attemptKey, epoch } = event.data;
    const held = epochs.get(attemptKey) ?? 0;
    ok(epoch === held || (unknown.has(attemptKey) && epoch >= 1 && epoch < held), 'a result under a stale epoch');
  }
};

/** Nothing is begun any more for a whole that cannot be made. */
const noneBegunInVain = (run: JobRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (event.type !== 'TaskDispatched' || event.data.retry > 0 || before.settle !== 'whole') continue;
    ok(!before.tasks.some(({ status }) => status === 'failed'), 'begun in vain');
  }
};

/** A task goes when everything that it continues is accepted, and continues the output of the first of them. */
const chainsGoInOrder = (run: JobRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (event.type !== 'TaskDispatched') continue;
    const task = taskIn(before, event.data.taskId);
    const previous = (task?.after ?? []).map((id) => taskIn(before, id));
    const all = task?.afterAll === true ? before.tasks.slice(0, before.tasks.indexOf(task)) : previous;
    for (const one of [...previous, ...all])
      ok(one?.status === 'accepted' || one?.status === 'left_out', 'a task did not wait');
    if (previous[0]?.status === 'accepted') same(event.data.previousAsset, previous[0].asset);
  }
};

const neverTooManyAtOnce = (run: JobRun): void => {
  for (const { after, event } of eventsOf(run)) {
    if (event.type !== 'TaskDispatched') continue;
    const underWay = after.tasks.filter((frame) => isUnderWay(after, frame)).length;
    ok(underWay <= limits.tasksInFlightPerJobMax, `${underWay}`);
  }
};

/** The last event tells what the frames tell, and comes when none of them is under way. */
const outcomesAreTrue = (run: JobRun): void => {
  for (const { event, before } of eventsOf(run)) {
    if (!FINAL.has(event.type) || !('accepted' in event.data)) continue;
    const frames = before.tasks.filter(({ status }) => status !== 'left_out');
    const accepted = frames.filter(({ status }) => status === 'accepted').length;
    ok(isAtItsEnd(before) && frames.every((frame) => !isUnderWay(before, frame)), 'ended under way');
    same(event.data, { accepted, notAccepted: frames.length - accepted, chargedCredits: chargedCredits(before) });
    if (event.type === 'JobCompleted') same(accepted, frames.length);
    else ok(accepted < frames.length);
    if (before.details?.settle === 'whole') ok(event.type !== 'JobPartiallyCompleted', 'a part of a whole');
    else if (event.type === 'JobFailed') same(accepted, 0);
  }
};

const FINAL: ReadonlySet<string> = new Set(['JobCompleted', 'JobPartiallyCompleted', 'JobFailed', 'JobCancelled']);

/** Liveness: once the attempts under way get results, whatever they are, the job ends. */
const alwaysEnds = (run: JobRun): void => {
  if (run.state.details === null) return;
  const { state: end } = goOn(run, {
    round: (state, round) => {
      const outcome = outcomes[round % outcomes.length] ?? 'pass';
      const due = state.tasks.map((frame) => nextFor(frame, outcome));
      return [...due, ADVANCE, RESUME, ...decisionFor(state, round), FINISH];
    },
    isOver: (state) => isFinal(state.status),
    roundsMax: ROUNDS_MAX,
  });
  ok(isFinal(end.status), `stuck: ${end.tasks.map(({ status }) => status).join(' ')}`);
};

/** A refusal says all there is of a job that was never queued. */
const coldStartsAgree = (run: JobRun): void => {
  const log: JobEvent[] = [];
  for (const { events, after } of run.steps) {
    log.push(...events);
    if (events.some(({ type }) => type === run.decider.snapshotType)) coldStart(run.decider, log, after);
  }
  coldStart(run.decider, log, run.state);
};

/** A person that answers, one way or the other. */
const decisionFor = ({ awaiting }: JobState, round: number): readonly JobCommand[] =>
  awaiting === null
    ? []
    : [
        {
          type: 'DecideCheckpoint',
          before: awaiting,
          decision: round % 7 === 0 ? 'stop' : 'continue',
          decidedBy: 'ann',
        },
      ];

const RESUME = { type: 'ResumeJob', requestedBy: 'ann' } as const;
const ADVANCE = { type: 'AdvanceJob', now: LATE, leftOut: [] } as const;
const FINISH = { type: 'FinishJob' } as const;

/** Enough for every attempt of every frame, one after the other. Its engine refuses each as often as may be. */
const ROUNDS_MAX = 10 * 5 * (limits.engineFailuresPerAttemptMax + 1) * 4;

const of = <T extends JobEvent['type']>(run: JobRun, type: T): readonly Of<T>[] =>
  eventsOf(run).flatMap(({ event }) => (event.type === type ? [event as Of<T>] : []));

const dispatchesOf = (run: JobRun) => of(run, 'TaskDispatched');

export const laws = {
  onlyForward,
  acceptedStaysFrozen,
  attemptsAreBounded,
  chargesFitTheHold,
  oneResultPerAttempt,
  resolutionsCount,
  leasesAreFenced,
  cancelStopsSpending,
  enginesFit,
  pausesHold,
  checkpointsHold,
  noneBegunInVain,
  chainsGoInOrder,
  neverTooManyAtOnce,
  outcomesAreTrue,
  eventsCanBeStored,
  repeatsYieldNothing,
  coldStartsAgree,
  alwaysEnds,
} satisfies Laws<JobRun>;
