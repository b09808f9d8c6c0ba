/** Long work leaves the event loop to others in between: however long a stream is, and however many are folded. */
import test, { type ExecutionContext } from 'ava';
import { createStreamReader, type Fold } from '../../../../src/application/log/stream-reader.ts';
import { verifyLog } from '../../../../src/application/log/verify-log.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';

const EVENTS = 20_000;
/** The cost of one event on the clock of these tests. */
const STEP_MS = 0.05;

const storedEvent = (stream: string, revision: number): StoredEvent => ({
  stream,
  revision,
  position: `0000-${String(revision).padStart(12, '0')}`,
  id: `${stream}-${revision}`,
  type: 'Counted',
  data: '{}',
  metadata: '{}',
});

const counting: Fold<number, never> = { initial: 0, evolve: (state) => state + 1 };

/** A reader of streams of so many events, each of which costs `STEP_MS`. */
const readerOf = (events: number, loop: WorkedLoop, turns: Turns = loop.turns) =>
  createStreamReader({
    eventStore: {
      readStream: async function* (stream: string) {
        for (let revision = 0; revision < events; revision += 1) yield storedEvent(stream, revision);
      },
    },
    codec: {
      verify: (_, { revision }) => {
        loop.work(STEP_MS);
        return String(revision);
      },
      decode: (stored) => stored as never,
    },
    turns,
  });

const isShort = (longestMs: number): boolean => longestMs <= limits.sliceMs + 2 * STEP_MS;

test('a stream of 20,000 events is folded over many turns', async (t) => {
  const loop = createWorkedLoop();
  t.is((await readerOf(EVENTS, loop).load(counting, 'box-1')).state, EVENTS);
  const { turns, longestMs } = loop.seen();
  t.true(turns >= (0.9 * EVENTS * STEP_MS) / limits.sliceMs);
  t.true(isShort(longestMs), `${longestMs} ms in one turn`);
});

test('so are 64 streams at once: they share what one has of a turn', async (t) => {
  const loop = createWorkedLoop();
  const reader = readerOf(1_000, loop);
  const folded = await Promise.all(Array.from({ length: 64 }, async (_, n) => reader.load(counting, `box-${n}`)));
  t.true(folded.every(({ state }) => state === 1_000));
  // Streams that have just been asked for each take a step before they are told to wait.
  t.true(loop.seen().longestMs <= limits.sliceMs + 66 * STEP_MS);
});

test('and a tail that another process has written', async (t) => {
  const loop = createWorkedLoop();
  const reader = readerOf(0, loop);
  const none = await reader.load(counting, 'box-1');
  const tail = Array.from({ length: EVENTS }, (_, revision) => storedEvent('box-1', revision));
  t.is((await reader.advance(counting, none, tail)).state, EVENTS);
  t.true(isShort(loop.seen().longestMs));
});

test('and the check of the log', async (t) => {
  const loop = createWorkedLoop();
  const events = Array.from({ length: EVENTS }, (_, revision) => storedEvent('box-1', revision));
  const batches = [{ events, through: events.at(-1)?.position ?? '' }];
  const verified = await verifyLog({
    feed: {
      read: async function* () {
        yield* batches;
      },
      head: async () => batches[0]?.through ?? '',
    },
    eventStore: {
      readStream: async function* () {
        yield* events;
      },
    },
    codec: {
      verify: () => {
        loop.work(STEP_MS);
        return '';
      },
    },
    turns: loop.turns,
  });
  t.is(verified.events, EVENTS);
  t.true(isShort(loop.seen().longestMs));
});

test('sabotage: a fold in one go holds the loop for all of its events', async (t: ExecutionContext) => {
  const loop = createWorkedLoop();
  await readerOf(EVENTS, loop, { due: () => undefined }).load(counting, 'box-1');
  t.true(loop.seen().longestMs >= EVENTS * STEP_MS * 0.99);
});
