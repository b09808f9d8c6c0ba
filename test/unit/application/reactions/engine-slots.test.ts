import test from 'ava';
import fc from 'fast-check';
import { ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createEngineSlots, type EngineSlots, type Turn } from '../../../../src/application/reactions/engine-slots.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Pace } from '../../../../src/ports/engine.ts';
import { firstComeFirstServed } from '../../../support/jobs/shares-world.ts';

type Asked = { state: 'waits' | 'runs' | 'done' | 'turned away' | 'failed'; readonly end: () => void };

let made = 0;

/** Asks for a slot and keeps it until told; `state` is what came of it. */
const asking = (
  slots: EngineSlots,
  workspaceId: string,
  change: Partial<Pick<Turn, 'engine' | 'attemptKey' | 'stillWanted' | 'lane'>> = {},
): Asked => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: Asked = { state: 'waits', end: resolve };
  const turnOf = { engine: { name: 'a', inFlightMax: 2 }, lane: 'bulk', stillWanted: () => true, ...change } as const;
  made += 1;
  slots
    .run({ workspaceId, attemptKey: `att_${made}`, ...turnOf }, async () => {
      asked.state = 'runs';
      await promise;
      return true;
    })
    .then(
      (done) => {
        asked.state = done === undefined ? 'turned away' : 'done';
      },
      () => {
        asked.state = 'failed';
      },
    );
  return asked;
};

test('work that fails gives its slot back, and its fault to the one that asked', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  const asked = {
    engine: { name: 'a', inFlightMax: 1 },
    workspaceId: 'ws_1',
    lane: 'bulk',
    stillWanted: () => true,
  } as const;
  const failing = slots.run({ ...asked, attemptKey: '1' }, async () => Promise.reject(new Error('so it is')));
  await t.throwsAsync(failing, { message: 'so it is' });
  t.is(await slots.run({ ...asked, attemptKey: '1' }, async () => Promise.resolve(7)), 7);
});

test('an attempt whose engine is another one now leaves its line, and no place is asked for any more', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  let takes = 0;
  const full: Pace = {
    isShared: true,
    share: () => undefined,
    take: () => {
      takes += 1;
      return false;
    },
    give: () => undefined,
    again: async () => turn(),
  };
  const before = asking(slots, 'ws_1', {
    engine: { name: 'under one key', inFlightMax: 2, pace: full },
    attemptKey: 'same',
  });
  await turn();
  t.is(before.state, 'waits');
  const now = asking(slots, 'ws_1', { engine: { name: 'under another', inFlightMax: 2 }, attemptKey: 'same' });
  for (let n = 0; n < 3; n += 1) await turn();
  t.deepEqual([before.state, now.state], ['turned away', 'runs']);
  const asked = takes;
  t.true(asked > 0);
  for (let n = 0; n < 5; n += 1) await turn();
  t.is(takes, asked);
  // One that runs has its place to its end.
  const third = asking(slots, 'ws_1', { engine: { name: 'under a third', inFlightMax: 2 }, attemptKey: 'same' });
  await turn();
  t.deepEqual([now.state, third.state], ['runs', 'runs']);
  now.end();
  third.end();
});

test('one workspace leaves room on an engine for others; its share of one engine is not that of another', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  const stuck = { name: 'stuck', inFlightMax: 10 * limits.framesInFlightPerWorkspaceMax };
  const own = Array.from({ length: limits.framesInFlightPerWorkspaceMax + 1 }, () =>
    asking(slots, 'ws_1', { engine: stuck }),
  );
  const [others, elsewhere] = [asking(slots, 'ws_2', { engine: stuck }), asking(slots, 'ws_1')];
  await turn();
  t.is(own.filter(({ state }) => state === 'runs').length, limits.framesInFlightPerWorkspaceMax);
  t.is(others.state, 'runs');
  t.is(elsewhere.state, 'runs');
});

test('an attempt that waits or runs here is not taken again', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  const first = asking(slots, 'ws_1', { attemptKey: 'att_same' });
  const again = asking(slots, 'ws_1', { attemptKey: 'att_same' });
  await turn();
  t.deepEqual([first.state, again.state], ['runs', 'turned away']);
  first.end();
  await turn();
  const later = asking(slots, 'ws_1', { attemptKey: 'att_same' });
  await turn();
  t.is(later.state, 'runs');
});

test('work that is not wanted any more takes no turn', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  const engine = { name: 'a', inFlightMax: 1 };
  const first = asking(slots, 'ws_1', { engine });
  const gone = asking(slots, 'ws_2', { engine, stillWanted: () => false });
  const [next, last] = [asking(slots, 'ws_2', { engine }), asking(slots, 'ws_3', { engine })];
  first.end();
  await turn();
  t.deepEqual([gone.state, next.state, last.state], ['turned away', 'runs', 'waits']);
});

test('a message that comes again has the place of the one that is not wanted any more', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  const engine = { name: 'a', inFlightMax: 1 };
  let isOurs = true;
  const first = asking(slots, 'ws_1', { engine });
  const before = asking(slots, 'ws_1', { engine, attemptKey: 'att_same', stillWanted: () => isOurs });
  const later = asking(slots, 'ws_1', { engine });
  isOurs = false;
  const again = asking(slots, 'ws_1', { engine, attemptKey: 'att_same' });
  await turn();
  t.deepEqual([before.state, again.state], ['turned away', 'waits']);
  const third = asking(slots, 'ws_1', { engine, attemptKey: 'att_same' });
  first.end();
  await turn();
  t.deepEqual([again.state, later.state, third.state], ['runs', 'waits', 'turned away']);
  again.end();
  await turn();
  t.deepEqual([again.state, later.state], ['done', 'runs']);
});

test('tasks that wait when the service stops are turned away, and later ones too', async (t) => {
  const stopping = new AbortController();
  const slots = createEngineSlots(stopping.signal);
  const engine = { name: 'a', inFlightMax: 1 };
  const [runs, waits] = [asking(slots, 'ws_1', { engine }), asking(slots, 'ws_1', { engine })];
  stopping.abort();
  const late = asking(slots, 'ws_2', { engine });
  await turn();
  t.deepEqual([runs.state, waits.state, late.state], ['runs', 'turned away', 'turned away']);
});

/** As of all properties. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_101);

type OfWorkspace = { readonly workspace: number; readonly work: Asked };

const step = fc.oneof(
  fc.record({ kind: fc.constant('ask'), workspace: fc.nat({ max: 4 }), lane: fc.constantFrom('call', 'bulk') }),
  fc.record({ kind: fc.constant('end'), which: fc.nat({ max: 20 }) }),
);

/** For any order of requests and ends: a slot goes to a workspace with the fewest, and all have their turn. */
const law = (make: (inFlightMax: number) => EngineSlots) =>
  fc.asyncProperty(
    fc.integer({ min: 1, max: 5 }),
    fc.array(step, { maxLength: 80, size: 'max' }),
    async (inFlightMax, steps) => {
      const slots = make(inFlightMax);
      const engine = { name: 'a', inFlightMax };
      const asked: OfWorkspace[] = [];
      const inState = (state: string): readonly OfWorkspace[] => asked.filter(({ work }) => work.state === state);
      const runningOf = (workspace: number): number =>
        inState('runs').filter((one) => one.workspace === workspace).length;
      for (const one of steps) {
        const before = new Set(inState('runs'));
        if (one.kind === 'ask') {
          const work = asking(slots, `ws_${one.workspace}`, { engine, lane: one.lane });
          asked.push({ workspace: one.workspace, work });
        } else inState('runs')[one.which % Math.max(1, before.size)]?.work.end();
        await turn();
        const [runs, waits] = [inState('runs'), inState('waits')];
        ok(runs.length <= inFlightMax && (waits.length === 0 || runs.length === inFlightMax), 'slots are used');
        for (const { workspace } of runs.filter((work) => !before.has(work))) {
          ok(
            waits.every((other) => runningOf(other.workspace) >= runningOf(workspace) - 1),
            'the fewest comes first',
          );
        }
      }
      for (let left = inState('runs'); left.length > 0; left = inState('runs')) {
        for (const { work } of left) work.end();
        await turn();
      }
      ok(inState('waits').length === 0, 'all have their turn');
    },
  );

test('property: a slot goes to a workspace with the fewest of those that wait, and all have their turn', async (t) => {
  const slots = (): EngineSlots => createEngineSlots(new AbortController().signal);
  await t.notThrowsAsync(fc.assert(law(slots), { seed, numRuns: 200 }));
});

test('sabotage: slots for those that come first break the law', async (t) => {
  t.true((await fc.check(law(firstComeFirstServed), { seed, numRuns: 200, endOnFailure: true })).failed);
});

test('where its provider has no place work waits in its lines, and goes on with the next place', async (t) => {
  const slots = createEngineSlots(new AbortController().signal);
  let places = 1;
  let wake = Promise.withResolvers<void>();
  const pace: Pace = {
    take: () => places > 0 && (places -= 1) >= 0,
    give: () => void (places += 1),
    again: async () => wake.promise,
    isShared: false,
    share: () => undefined,
  };
  const engine = { name: 'a', inFlightMax: 8, pace };
  const asked = ['ws_1', 'ws_2', 'ws_3'].map((workspaceId) => asking(slots, workspaceId, { engine }));
  const states = async (): Promise<readonly string[]> => {
    await turn();
    return asked.map(({ state }) => state);
  };
  t.deepEqual(await states(), ['runs', 'waits', 'waits']);
  asked[0]?.end();
  t.deepEqual(await states(), ['done', 'waits', 'waits'], 'it looks again when the provider may have a place');
  const before = wake;
  wake = Promise.withResolvers<void>();
  before.resolve();
  t.deepEqual(await states(), ['done', 'runs', 'waits']);
  asked[1]?.end();
  await turn();
  wake.resolve();
  t.deepEqual(await states(), ['done', 'done', 'runs']);
});
