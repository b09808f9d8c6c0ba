/**
 * The reactions: steps that the service takes by itself after events. Each consumes a topic at least once and decides
 * on streams, so any number of processes may run them. The role tells which of them a process runs.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { isAtItsEnd, isFinal, taskIn } from '../../../commands/job/queries.ts';
import type { frameScored, taskDispatched, taskRendered } from '../../../events/job.ts';
import { type EventOf, idOf } from '../../kernel/event.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { DISPATCH_TOPIC } from '../../kernel/topics.ts';
import type { ConsumeOptions, Consumer, MessageLog } from '../../ports/message-log.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { Services } from '../services/services.ts';
import type { StartDeps } from '../work/storyboard/start-claimed.ts';
import { carryJobOn } from './carry-job-on.ts';
import { carryPlanOn } from './carry-plan-on.ts';
import { type NewsDeps, newsReactions } from './news.ts';
import { createEarlyReactions } from './early-reactions.ts';
import { contextOfEvent, type React, type Reaction, reactionTo } from './reaction.ts';
import { createRunsAhead } from './runs-ahead.ts';
import { type DispatchDeps, dispatchTask } from './dispatch-task.ts';
import { createScoreAtHand, type ScoreDeps, scoreFrame } from './score-frame.ts';
import { settleJob, settleTask } from './settle-job.ts';

export type Role = 'dispatcher' | 'scorer' | 'supervisor';

export type ReactionDeps = DispatchDeps &
  ScoreDeps &
  StartDeps &
  NewsDeps &
  Pick<Services, 'uploads'> & {
    readonly messages: MessageLog;
    readonly codec: Pick<EventCodec, 'decode'>;
  };

export type RunningReaction = Consumer & { readonly role: Role };

export const startReactions = async (
  deps: ReactionDeps,
  roles: ReadonlySet<Role>,
): Promise<readonly RunningReaction[]> => {
  const scoreAtHand = roles.has('scorer') ? { scoreAtHand: createScoreAtHand(deps) } : {};
  const early = createEarlyReactions(deps);
  const wanted = [...roles].flatMap((role) =>
    reactionsOf({ ...deps, ...scoreAtHand }, role).map((reaction) => ({ role, reaction })),
  );
  // Each begins in a turn of its own: all of this is code that runs for the first time.
  let turn = Promise.resolve();
  return Promise.all(
    wanted.map(async ({ role, reaction }) => {
      turn = turn.then(async () => deps.timers.nextTurn());
      await turn;
      const isEarly = EARLY.has(reaction.group);
      const options = optionsOf(deps, reaction);
      const consumer = await deps.messages.consume(isEarly ? early.of(reaction, options) : options);
      const stop = async (): Promise<void> => {
        await consumer.stop();
        if (isEarly) await early.stop();
      };
      return { ...consumer, role, stop };
    }),
  );
};

/** The groups whose reactions are the way of a frame: they begin before their messages, where that is possible. */
const EARLY: ReadonlySet<string> = new Set(['dispatch', 'settle']);

const optionsOf = ({ codec }: ReactionDeps, { react, ...options }: Reaction): ConsumeOptions => ({
  ...options,
  types: new Set(Object.keys(react)),
  handle: async ({ event: stored }, stillOwned) => {
    const handle = react[stored.type];
    if (handle === undefined) return { kind: 'done' };
    const event = codec.decode(stored);
    return (await handle(event, contextOfEvent(event, options.group), stillOwned)) ?? { kind: 'done' };
  },
});

const reactionsOf = (deps: ReactionDeps, role: Role): readonly Reaction[] => {
  switch (role) {
    case 'dispatcher':
      return [dispatching(deps)];
    case 'scorer':
      return [scoring(deps)];
    case 'supervisor':
      return [supervisingJobs(deps), settlingJobs(deps), rollingPlansForward(deps), ...newsReactions(deps)];
  }
};

const dispatching = (deps: ReactionDeps): Reaction => {
  const ahead = createRunsAhead(deps);
  const { claimAhead } = ahead;
  const dispatch: React = async ({ stream, revision: since, data }, context, stillOwned) => {
    const { attemptKey, kind, engine } = data as EventOf<typeof taskDispatched>['data'];
    // One that this process has claimed ahead is made already, and its message shares the outcome.
    const made = await ahead.of(attemptKey);
    if (made !== undefined) return made;
    return dispatchTask({ ...deps, claimAhead }, { stream, attemptKey, kind, engine, context, since }, stillOwned);
  };
  return {
    ...reactionTo('job', 'dispatch', { TaskDispatched: dispatch }),
    topic: DISPATCH_TOPIC,
    inFlightMax: limits.turnsWaitingMax,
  };
};

const scoring = (deps: ReactionDeps): Reaction => {
  const score: React = async ({ stream, revision: since, data }, context, stillOwned) => {
    const { attemptKey, creditsCharged } = data as EventOf<typeof taskRendered>['data'];
    if (creditsCharged !== null) return undefined;
    return scoreFrame(deps, { stream, attemptKey, context, since }, stillOwned);
  };
  return { ...reactionTo('job', 'score', { TaskRendered: score }), inFlightMax: limits.turnsWaitingMax };
};

/**
 * Starts jobs that have not begun in the append that queued them. Carries those on that a person has decided about, and
 * ends cancelled ones.
 */
const supervisingJobs = (deps: ReactionDeps): Reaction => {
  const carryOn: React = async ({ stream, revision }, context) =>
    carryJobOn(deps, { jobId: idOf(stream), projectId: null }, context, revision);
  const start: React = async (event, context, stillOwned) => {
    const { state } = await deps.commands.readSince(jobDecider, event.stream, event.revision);
    return state.status === 'queued' ? carryOn(event, context, stillOwned) : undefined;
  };
  return reactionTo('job', 'supervise', {
    JobQueued: start,
    JobResumed: carryOn,
    CheckpointDecided: carryOn,
    JobCancelRequested: carryOn,
  });
};

/** Pays accepted frames, and ends jobs without further work. */
const settlingJobs = (deps: ReactionDeps): Reaction => {
  const settle: React = async ({ stream, revision }, context) => settleJob(deps, idOf(stream), context, revision);
  const pay: React = async ({ stream, data, revision: at }, context) => {
    const { state: job, revision } = await deps.commands.readSince(jobDecider, stream, at);
    const task = taskIn(job, (data as { taskId: string }).taskId);
    assert(job.details !== null && task !== undefined, 'an accepted frame is a task of its job');
    // The one that ended the job settles the rest of it: nothing but the job's end has come after it.
    const last = Number(revision) - at <= (isFinal(job.status) ? 1 : 0);
    // At once with those before it: they share an append.
    const ledger = task.status === 'accepted' ? await settleTask(deps, job.details, task, context) : undefined;
    if (last && isAtItsEnd(job)) await settleJob(deps, idOf(stream), context, at, ledger);
  };
  /** The event that charges for a task accepts it: a score that passes, or the delivery of an unjudged output. */
  const payOr =
    (otherwise?: React): React =>
    async (event, ...given) =>
      (event.data as EventOf<typeof taskRendered | typeof frameScored>['data']).creditsCharged === null
        ? otherwise?.(event, ...given)
        : pay(event, ...given);
  return reactionTo('job', 'settle', {
    FrameAccepted: pay,
    TaskRendered: payOr(),
    HumanReviewRequired: settle,
    FrameScored: payOr(settle),
    TaskFailed: settle,
  });
};

const rollingPlansForward = (deps: ReactionDeps): Reaction => {
  const carryOn: React = async ({ stream }, context) => carryPlanOn(deps, idOf(stream), context);
  // A plan that is closed may have a job that its `PlanReplaced` does not name: it was claimed in that moment.
  return {
    ...reactionTo('plan', 'review', { FrameReviewed: carryOn, FrameReviewExpired: carryOn, PlanReplaced: carryOn }),
    ordered: true,
  };
};
