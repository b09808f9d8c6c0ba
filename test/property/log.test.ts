/** Random runs over the embedded log, watched: whatever writers, readers and handles do, its contract holds. */
import { setImmediate as turn } from 'node:timers/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { openLog } from '../../src/adapters/sqlite/log.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import { isFault } from '../../src/kernel/faults.ts';
import type { ExpectedRevision } from '../../src/kernel/position.ts';
import type { EventFeed } from '../../src/ports/event-feed.ts';
import type { EncodedEvent, EventStore } from '../../src/ports/event-store.ts';
import { createLogObserver } from '../support/log/observer-log.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { weighted } from '../support/property/weighted.ts';

type Handle = { readonly store: EventStore; readonly feed: EventFeed };
type Doctor = (handle: Handle) => Handle;

type Step =
  | { readonly kind: 'append'; readonly stream: number; readonly offset: number; readonly count: number }
  | { readonly kind: 'repeat'; readonly back: number }
  | { readonly kind: 'read'; readonly stream: number; readonly backwards: boolean }
  | { readonly kind: 'head'; readonly stream: number }
  | { readonly kind: 'wait' };

const stream = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  // How far from the true end the writer expects to be: 0 is right.
  weighted(6, {
    kind: 'append',
    stream,
    offset: fc.constantFrom(0, 0, 0, 0, -1, -2, 1),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  weighted(2, { kind: 'repeat', back: fc.nat({ max: 5 }) }),
  weighted(1, { kind: 'read', stream, backwards: fc.boolean() }),
  weighted(1, { kind: 'head', stream }),
  { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const }) },
);
/** Each lane is one writer after its own list; lanes run at the same time, on two handles in turns. */
const lanes = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 6 });

type Append = readonly [stream: string, expected: ExpectedRevision, events: readonly EncodedEvent[]];

const runLane = async ({ store }: Handle, lane: number, steps: readonly Step[]): Promise<void> => {
  const done: Append[] = [];
  const tryAppend = async (append: Append): Promise<void> => {
    try {
      await store.append(...append);
      done.push(append);
    } catch (error) {
      if (!isFault(error, 'conflict')) throw error;
    }
  };
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'wait') await turn();
    if (one.kind === 'head') await store.head(`run-${one.stream}`);
    if (one.kind === 'repeat' && done.length > 0) await tryAppend(done[one.back % done.length] as Append);
    if (one.kind === 'read') {
      const options = { direction: one.backwards ? ('backwards' as const) : ('forwards' as const) };
      for await (const event of store.readStream(`run-${one.stream}`, options)) if (event.revision > 50) break;
    }
    if (one.kind !== 'append') continue;
    const name = `run-${one.stream}`;
    const expected = ((await store.head(name))?.revision ?? -1) + one.offset;
    const events = Array.from({ length: one.count }, (_, n) => ({
      id: `${lane}-${index}-${n}`,
      type: 'Ran',
      data: `[${lane},${index},${n}]`,
      metadata: '{}',
    }));
    await tryAppend([name, expected < 0 ? 'none' : expected, events]);
  }
};

/** Runs all lanes, follows the feed meanwhile, and returns what the observer has seen broken. */
const run = async (path: string, work: readonly (readonly Step[])[], doctor: Doctor): Promise<readonly string[]> => {
  const open = (): ReturnType<typeof openLog> =>
    openLog(path, { timers: createTimers(), background: createTimers({ background: true }), fatal: () => undefined });
  const logs = path === ':memory:' ? [open()] : [open(), open()];
  const observer = createLogObserver();
  const handles = logs.map((log) => observer.watch(doctor(log)));
  const stopping = new AbortController();
  const followers = handles.map(async ({ feed }) => {
    for await (const { events } of feed.subscribe('', { batchMax: 4, signal: stopping.signal })) {
      if (events.length > 3) await turn();
    }
  });
  await Promise.all(work.map(async (steps, lane) => runLane(handles[lane % handles.length] as Handle, lane, steps)));
  const broken = await observer.finish(doctor(logs[0] as Handle));
  stopping.abort();
  await Promise.all(followers);
  await Promise.all(logs.map(async (log) => log.close()));
  return broken;
};

const law = (t: ExecutionContext, doctor: Doctor, onFile: boolean): fc.IAsyncProperty<[Step[][]]> => {
  const folder = tempFolder(t);
  let runs = 0;
  return fc.asyncProperty(lanes, async (work) => {
    runs += 1;
    const broken = await run(onFile ? join(folder, `run-${runs}.sqlite`) : ':memory:', work, doctor);
    if (broken.length > 0) throw new Error(broken.join('\n'));
  });
};

const honest: Doctor = (handle) => handle;
const settings = (numRuns: number): fc.Parameters<[Step[][]]> => ({
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_101),
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? numRuns),
});

test('a log in memory keeps its contract', async (t) => {
  await fc.assert(law(t, honest, false), settings(60));
  t.pass();
});

test('two handles on one file keep it together', async (t) => {
  await fc.assert(law(t, honest, true), settings(15));
  t.pass();
});

const withStore =
  (doctored: (store: EventStore) => Partial<EventStore>): Doctor =>
  ({ store, feed }) => ({ store: { ...store, ...doctored(store) }, feed });

const sabotages: Readonly<Record<string, Doctor>> = {
  'does not check revisions': withStore((store) => ({
    append: async (name, _expected, events) => store.append(name, (await store.head(name))?.revision ?? 'none', events),
  })),
  'says conflict where there is none': withStore((store) => {
    let calls = 0;
    return {
      append: async (name, expected, events) => {
        calls += 1;
        return store.append(name, calls % 5 === 0 ? 99 : expected, events);
      },
    };
  }),
  'answers a repeat with the head': withStore((store) => ({
    append: async (name, expected, events) => {
      const result = await store.append(name, expected, events);
      return (await store.head(name)) ?? result;
    },
  })),
  'forgets the end of long streams': withStore((store) => ({
    readStream: (name, options) => store.readStream(name, { limit: 3, ...options }),
  })),
  'drops an event from the feed': ({ store, feed }) => ({
    store,
    feed: {
      ...feed,
      subscribe: async function* (position, options) {
        for await (const { events, through } of feed.subscribe(position, options)) {
          yield { events: events.filter(({ revision }) => revision !== 2), through };
        }
      },
    },
  }),
  'gives events of the feed twice': ({ store, feed }) => ({
    store,
    feed: {
      ...feed,
      subscribe: async function* (position, options) {
        for await (const batch of feed.subscribe(position, options)) yield* [batch, batch];
      },
    },
  }),
};

for (const [what, doctor] of Object.entries(sabotages)) {
  test(`the observer sees a log that ${what}`, async (t) => {
    const { failed } = await fc.check(law(t, doctor, false), { ...settings(60), endOnFailure: true });
    t.true(failed);
  });
}
