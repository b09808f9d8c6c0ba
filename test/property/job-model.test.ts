/**
 * I18, model check: every order of every command: to a depth on jobs of two frames, to the end on jobs of one; what no
 * step may do, and that an end can be reached from everywhere.
 */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import { chargedCredits, isFinal, taskIn } from '../../commands/job/queries.ts';
import { type JobCommand, jobDecider } from '../../commands/job/decider.ts';
import type { JobDetails, JobState, TaskState } from '../../commands/job/state.ts';
import { jobStarted } from '../../events/job.ts';
import { accept } from '../../src/kernel/decider.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf } from '../support/jobs/builders.ts';
import { answering, seeing } from '../support/property/sabotage.ts';
import type { JobDecider } from './job-laws.ts';
import { resolutionOf } from './job-resolutions.ts';
import { LATE, nextFor, outcomes } from './job-steps.ts';

/** An attempt is claimed anew up to this epoch: without a bound there would be no end of states. */
const EPOCH_MAX = 2;

/** Every command that can make a difference in a state, and some that must not. */
const commandsIn = (details: JobDetails, state: JobState): readonly JobCommand[] => [
  { type: 'QueueJob', details },
  { type: 'RefuseJob', n: 1, reason: 'insufficient_credits' },
  { type: 'AdvanceJob', now: at(), leftOut: [] },
  { type: 'AdvanceJob', now: LATE, leftOut: [] },
  { type: 'RequestCancel', requestedBy: 'user_1' },
  { type: 'PauseJob', requestedBy: 'user_1' },
  { type: 'ResumeJob', requestedBy: 'user_1' },
  { type: 'FinishJob' },
  ...state.tasks.flatMap(aboutFrame),
];

const CLAIM = { type: 'ClaimAttempt', holder: 'dispatcher_2', promptHash: hashOf('prompt') } as const;

const aboutFrame = (frame: TaskState): readonly JobCommand[] => {
  const { taskId, attemptKey, epoch, scored, asset } = frame;
  if (attemptKey === null) return [];
  const next = outcomes.map((outcome) => nextFor(frame, outcome));
  const about = { attemptKey, epoch };
  return [
    ...next.filter((command) => command !== undefined),
    ...(epoch < EPOCH_MAX ? [{ ...CLAIM, attemptKey, lapsedEpoch: epoch }] : []),
    { type: 'RecordRender', ...about, asset: assetOf('another') },
    { type: 'RecordFailure', ...about, code: 'lost', message: 'gone', now: at() },
    ...(['delivered', 'not_delivered', 'charged'] as const).flatMap(
      (found) => resolutionOf([frame], { found, frame: 0 }) ?? [],
    ),
    { type: 'RecordScore', attemptKey, assetHash: asset?.hash ?? hashOf('none'), evidence: evidenceOf('fail') },
    {
      type: 'AcceptFrame',
      taskId,
      assetHash: scored?.asset.hash ?? hashOf('none'),
    },
  ];
};

const RANK = { none: 0, queued: 1, running: 2, completed: 3, partially_completed: 3, failed: 3, cancelled: 3 };

const checkStep = (before: JobState, after: JobState): void => {
  ok(RANK[after.status] >= RANK[before.status], `${before.status} became ${after.status}`);
  if (isFinal(before.status)) same(after.status, before.status);
  ok(chargedCredits(after) >= chargedCredits(before), 'a charge went back');
  for (const task of before.tasks) {
    if (task.status === 'accepted') same(taskIn(after, task.taskId), task, 'an accepted frame changed');
  }
};

/** The members that tell states apart; keys and pictures follow from attempt, retry and epoch. */
const nameOf = ({ status, cancelRequested, paused, refusedStart, tasks }: JobState): string =>
  JSON.stringify([
    [status, cancelRequested, paused, refusedStart],
    ...tasks.map((frame) => {
      const { status, attempt, retry, epoch, ref, givenUp, renderedKeys, creditsCharged, engine, corrections } = frame;
      const made = [renderedKeys.length, creditsCharged, frame.asset?.hash, frame.scored?.attempt];
      return [status, attempt, retry, epoch, ref !== null, givenUp, engine, corrections.length, made];
    }),
  ]);

type Space = {
  readonly states: ReadonlyMap<string, JobState>;
  /** Names of the states that lead to a state by one command. */
  readonly before: ReadonlyMap<string, readonly string[]>;
};

/** Breadth first; throws at the first step that may not be. */
const explore = (decider: JobDecider, details: JobDetails, depthMax = Number.POSITIVE_INFINITY): Space => {
  const states = new Map([[nameOf(decider.initial), decider.initial]]);
  const before = new Map<string, string[]>();
  let level: readonly (readonly [string, JobState])[] = [...states];
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const next: (readonly [string, JobState])[] = [];
    for (const [name, state] of level) {
      for (const after of successors(decider, details, state)) {
        const found = nameOf(after);
        const earlier = before.get(found);
        if (earlier === undefined) before.set(found, [name]);
        else earlier.push(name);
        if (states.has(found)) continue;
        states.set(found, after);
        next.push([found, after]);
      }
    }
    level = next;
  }
  return { states, before };
};

const successors = (decider: JobDecider, details: JobDetails, state: JobState): readonly JobState[] =>
  commandsIn(details, state).flatMap((command) => {
    const decision = decider.decide(command, state, 0);
    if (decision.kind === 'refused' || decision.events.length === 0) return [];
    const after = decision.events.reduce((earlier, event) => {
      const later = decider.evolve(earlier, event);
      checkStep(earlier, later);
      return later;
    }, state);
    const again = decider.decide(command, after, 0);
    ok(again.kind !== 'accepted' || again.events.length === 0, 'a repeated command yields events');
    return [after];
  });

/** States of a queued job from which no order of commands leads to a final state. */
const stuckIn = ({ states, before }: Space): readonly string[] => {
  const open = [...states].flatMap(([name, { status }]) => (isFinal(status) ? [name] : []));
  const ending = new Set(open);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const earlier of before.get(name) ?? []) {
      if (ending.has(earlier)) continue;
      ending.add(earlier);
      open.push(earlier);
    }
  }
  return [...states].flatMap(([name, { details }]) => (details === null || ending.has(name) ? [] : [name]));
};

const statuses = ({ states }: Space): readonly string[] =>
  [...new Set([...states.values()].map(({ status }) => status))].toSorted();

const depths = { independent: 10, chain: 12 } as const;

for (const continuityMode of ['independent', 'chain'] as const) {
  test(`two frames, ${continuityMode}: no command leads back`, (t) => {
    const details = jobDetailsOf({ continuityMode, engines: ['service_images', 'provider_c'] });
    const space = explore(jobDecider, details, depths[continuityMode]);
    t.log(`${space.states.size} states`);
    t.true(space.states.size > 5_000);
    t.true(['none', 'queued', 'running', 'cancelled'].every((status) => statuses(space).includes(status)));
  });
}

for (const engines of [['service_images'], ['service_images', 'provider_c']]) {
  test(`one frame, ${engines.length} engines: every state there is, and an end from everywhere`, (t) => {
    const space = explore(jobDecider, jobDetailsOf({ frames: 1, engines }));
    t.log(`${space.states.size} states`);
    t.deepEqual(statuses(space), ['cancelled', 'completed', 'failed', 'none', 'queued', 'running']);
    t.deepEqual(stuckIn(space), []);
  });
}

test('the model finds a state that nothing leads out of', (t) => {
  const deaf = answering(jobDecider, ({ type }) =>
    type === 'RecordScore' || type === 'RecordLoss' ? accept() : undefined,
  );
  t.not(stuckIn(explore(deaf, jobDetailsOf({ frames: 1 }))).length, 0);
});

const sabotages: Readonly<Record<string, JobDecider>> = {
  'a completed job that runs again': answering(jobDecider, ({ type }, { status }) =>
    type === 'AdvanceJob' && status === 'completed' ? accept(jobStarted({ leftOut: [] })) : undefined,
  ),
  'an accepted frame that is rendered anew': seeing(jobDecider, (state, { type }) => ({
    ...state,
    tasks: state.tasks.map((task) => {
      const forgets = type === 'RecordRender' && task.status === 'accepted';
      return forgets ? { ...task, status: 'claimed', renderedKeys: [] } : task;
    }),
  })),
};

for (const [name, decider] of Object.entries(sabotages)) {
  test(`the model finds ${name}`, (t) => {
    t.throws(() => explore(decider, jobDetailsOf({ frames: 1 })), { code: 'ERR_ASSERTION' });
  });
}
