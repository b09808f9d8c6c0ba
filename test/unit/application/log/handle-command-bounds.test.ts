/** Every round, queue and retry of the command handler has its bound. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { eventBytes } from '../../../../src/kernel/append-bounds.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { EncodedEvent } from '../../../../src/ports/event-store.ts';
import { ballPut } from '../../../support/log/box-aggregate.ts';
import { createBoxWorld, kindOf, put, stream } from '../../../support/log/box-world.ts';
import { context } from '../../../support/log/command-world.ts';

/** More balls than any of these tests puts. */
const CAPACITY = 100_000;

/** The flaws of appends, seen from outside. */
const overBound = (appends: readonly { readonly events: readonly EncodedEvent[] }[]): string[] =>
  appends.flatMap(({ events }) => {
    const bytes = events.reduce((sum, event) => sum + eventBytes(event), 0);
    return [
      ...(events.length > limits.roundCommandsMax ? [`${events.length} commands`] : []),
      ...(bytes > limits.appendBytesMax ? [`${bytes} bytes`] : []),
    ];
  });

test('a round is bounded by commands', async (t) => {
  const p = createBoxWorld(t, CAPACITY).start();
  await Promise.all(Array.from({ length: 700 }, async (_, i) => p.put(`ball ${i}`)));
  t.deepEqual(overBound(p.store.appends), []);
  t.deepEqual(
    p.store.appends.map(({ events }) => events.length),
    [256, 256, 188],
  );
  t.deepEqual(
    await p.balls(),
    Array.from({ length: 700 }, (_, i) => `ball ${i}`),
    'in the order of asking',
  );
  const joined = p.store.appends.flatMap(({ events }) => events);
  t.not(overBound([{ events: joined }]).length, 0, 'the check can fail');
});

test('a round is bounded by bytes, and what does not fit comes next, in order', async (t) => {
  const p = createBoxWorld(t, CAPACITY).start();
  const names = Array.from({ length: 20 }, (_, i) => `ball ${i}`);
  await Promise.all(names.map(async (name) => p.put(name, 'x'.repeat(100_000))));
  t.deepEqual(overBound(p.store.appends), []);
  t.deepEqual(
    p.store.appends.map(({ events }) => events.length),
    [7, 7, 6],
  );
  t.deepEqual(await p.balls(), names);
  const joined = p.store.appends.flatMap(({ events }) => events);
  t.not(overBound([{ events: joined }]).length, 0, 'the check can fail');
});

test('a command whose events are too large fails alone', async (t) => {
  const w = createBoxWorld(t, CAPACITY);
  const { box } = w;
  const p = w.start();
  // Eight events of 120,000 bytes: each fits, together they do not.
  const hoarder = {
    ...box,
    decide: (...args: Parameters<typeof box.decide>) => {
      const [command] = args;
      if (command.type !== 'Count') return box.decide(...args);
      const many = Array.from({ length: 8 }, (_, i) => ballPut({ ball: `${i}`, held: i, note: 'x'.repeat(120_000) }));
      return { kind: 'accepted' as const, events: many };
    },
  };
  const commands = [put('red'), put('huge', 'x'.repeat(200_000)), { type: 'Count' } as const, put('blue')];
  const asked = commands.map(async (command) => kindOf(p.handler.handle(hoarder, stream, command, context)));
  t.deepEqual(await Promise.all(asked), ['accepted', 'too_large', 'too_large', 'accepted']);
  t.deepEqual(
    p.store.appends.map(({ events }) => events.length),
    [2],
  );
});

test('a queue is bounded: one too many is told to come again', async (t) => {
  const p = createBoxWorld(t, CAPACITY).start();
  p.store.appendFaults.push('held');
  const first = kindOf(p.put('first'));
  for (let i = 0; i < 5; i += 1) await turn();
  const waiting = Array.from({ length: limits.streamQueueMax }, async (_, i) => kindOf(p.put(`ball ${i}`)));
  t.is(await kindOf(p.put('one too many')), 'unavailable');
  t.is((await p.look('box-2')).revision, 'none', 'other streams have queues of their own');
  p.store.release();
  t.deepEqual(new Set(await Promise.all([first, ...waiting])), new Set(['accepted']));
});

test('conflicts without end are given up', async (t) => {
  const w = createBoxWorld(t, CAPACITY);
  const elsewhere = w.start();
  let rival = 0;
  const p = w.start({
    doctored: (store) => ({
      ...store,
      append: async () => {
        rival += 1;
        await elsewhere.put(`rival ${rival}`);
        throw new Fault('conflict', 'the stream stands elsewhere');
      },
    }),
  });
  t.is(await kindOf(p.put('mine')), 'unavailable');
  t.is(rival, limits.conflictRetriesMax + 1);
  t.like(await p.look(), { revision: rival - 1 });
});

test('a conflict that the store cannot show is no reason to try for ever', async (t) => {
  const p = createBoxWorld(t, CAPACITY).start({
    doctored: (store) => ({
      ...store,
      append: async () => {
        throw new Fault('conflict', 'the stream stands elsewhere');
      },
    }),
  });
  t.is(await kindOf(p.put('mine')), 'unavailable');
  t.true(p.store.calls.readStream <= 3 * (limits.settleBackoffMs.length + 1));
});
