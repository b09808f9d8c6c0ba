/** The next attempt of a job is claimed in the append that dispatches it, and made without its message. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { createRunsAhead, type RunsAhead } from '../../../../src/application/reactions/runs-ahead.ts';
import { dispatchTask } from '../../../../src/application/reactions/dispatch-task.ts';
import { createScoreAtHand } from '../../../../src/application/reactions/score-frame.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { quickEngine, quickScorer } from '../../../support/engines/quick-makers.ts';
import { createDispatchWorld } from '../../../support/jobs/dispatch-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const WINDOW = limits.tasksInFlightPerJobMax;
const FRAMES = WINDOW + 3;

type Given = {
  readonly engine?: Partial<Engine>;
  readonly scorer?: typeof quickScorer;
  readonly isAwaited?: boolean;
  /** Whether a whole lease passes between two looks at the clock. */
  readonly leaps?: boolean;
};

/** A job of more frames than its window takes; the attempt keys of the calls of its engine, as the indices of tasks. */
const given = async (t: Scope, { engine = {}, scorer = quickScorer, isAwaited, leaps = false }: Given = {}) => {
  const calls: number[] = [];
  const called = quickEngine({ onCall: ({ attemptKey }) => void calls.push(Number(attemptKey.split('.')[1])) });
  const world = await createDispatchWorld(t, { frames: FRAMES, engine: { ...called, ...engine }, scorer });
  const slots = isAwaited === undefined ? world.deps.slots : { ...world.deps.slots, isAwaited: () => isAwaited };
  let now = 0;
  const clock = leaps ? { ...world.deps.clock, monotonic: () => (now += world.deps.leaseMs) } : world.deps.clock;
  const deps = { ...world.deps, slots, clock, scoreAtHand: createScoreAtHand(world.deps as never) };
  const ahead: RunsAhead = createRunsAhead(deps as never);
  /** As the message of its dispatch does. */
  const message = async (index: number, stillOwned = () => true) => {
    const dispatch = await world.dispatchOf(index);
    const made = await ahead.of(dispatch.attemptKey);
    return made ?? dispatchTask({ ...deps, claimAhead: ahead.claimAhead } as never, dispatch, stillOwned);
  };
  const rest = async (): Promise<void> => {
    for (let turns = 0; turns < 100; turns += 1) await turn();
  };
  return { ...world, calls, ahead, message, rest };
};

test('a frame that passes claims the next one in its append, which is made without a message', async (t) => {
  const { message, rest, calls, appends, state } = await given(t);
  await message(0);
  await rest();
  const passes = ['TaskRendered', 'FrameScored', 'TaskDispatched', 'AttemptClaimed'];
  t.deepEqual(appends, [['AttemptClaimed'], passes, passes, passes, ['TaskRendered', 'FrameScored']]);
  t.deepEqual(calls, [0, WINDOW, WINDOW + 1, WINDOW + 2]);
  t.deepEqual(
    (await state()).tasks.map(({ status }) => status === 'accepted'),
    Array.from({ length: FRAMES }, (_, index) => index === 0 || index >= WINDOW),
  );
});

test('frames that pass at once claim different ones, and each is made once, whenever its message comes', async (t) => {
  const { message, rest, calls, state } = await given(t);
  await Promise.all(Array.from({ length: WINDOW }, async (_, index) => message(index)));
  for (let index = WINDOW; index < FRAMES; index += 1) t.deepEqual(await message(index), { kind: 'done' });
  await rest();
  t.deepEqual(
    calls.toSorted((a, b) => a - b),
    Array.from({ length: FRAMES }, (_, index) => index),
  );
  t.true((await state()).tasks.every(({ status, epoch }) => status === 'accepted' && epoch === 1));
});

test('the message of an attempt that is made ahead waits for it, and shares its outcome', async (t) => {
  const gate = Promise.withResolvers<void>();
  const calls: string[] = [];
  const onCall = async ({ attemptKey }: { readonly attemptKey: string }): Promise<void> => {
    calls.push(attemptKey);
    if (calls.length === 2) await gate.promise;
  };
  const { message, rest } = await given(t, { engine: quickEngine({ onCall }) });
  await message(0);
  let answered = false;
  const answer = message(WINDOW).finally(() => (answered = true));
  await rest();
  t.false(answered);
  gate.resolve();
  t.deepEqual(await answer, { kind: 'done' });
  t.is(new Set(calls).size, calls.length);
});

const LEFT: Readonly<Record<string, Given>> = {
  'work of others waits for a slot': { isAwaited: true },
  'the engine must not be asked twice': {
    engine: { repeat: 'lookup', lookup: async () => Promise.reject(new Error()) },
  },
  'the provider has a pace': {
    engine: {
      pace: {
        take: () => true,
        give: () => undefined,
        again: async () => Promise.resolve(),
        isShared: false,
        share: () => undefined,
      },
    },
  },
};

for (const [name, options] of Object.entries(LEFT)) {
  test(`${name}: the next attempt is left to its message`, async (t) => {
    const { message, rest, calls, appends } = await given(t, options);
    await message(0);
    await rest();
    t.deepEqual(calls, [0]);
    t.deepEqual(appends.at(-1), ['TaskRendered', 'FrameScored', 'TaskDispatched']);
  });
}

test('a message whose partition has gone elsewhere claims nothing ahead', async (t) => {
  const { message, rest, calls } = await given(t);
  let asked = 0;
  // Owned when the attempt begins, and not any more when it is done.
  await message(0, () => (asked += 1) <= 2);
  await rest();
  t.deepEqual(calls, [0]);
});

test('a frame that fails goes first: the guess is refused, and its message leads to the next one', async (t) => {
  const failing = {
    ...quickScorer,
    score: async () => Promise.resolve({ ...(await passed()), verdict: 'fail' as const }),
  };
  const { message, rest, calls, appends, ahead, dispatchOf } = await given(t, { scorer: failing });
  await message(0);
  await rest();
  t.deepEqual(calls, [0]);
  t.false(appends.flat().filter((type) => type === 'AttemptClaimed').length > 1);
  t.is(ahead.of((await dispatchOf(WINDOW)).attemptKey), undefined);
});

const passed = async () => quickScorer.score({ bytes: Buffer.from('{"prompt":"a","seed":1}') } as never);

test('a claim that has waited half of its lease is renewed before the engine is called', async (t) => {
  const { message, rest, state } = await given(t, { leaps: true });
  await message(0);
  await rest();
  const { tasks } = await state();
  t.deepEqual(
    tasks.slice(WINDOW).map(({ epoch }) => epoch),
    [2, 2, 2],
  );
  t.is(tasks[0]?.epoch, 1);
});
