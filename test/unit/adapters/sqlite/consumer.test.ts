/** A consumer of the embedded log over stores that fail, hang, or have much to hand over again. */
import test, { type ExecutionContext } from 'ava';
import { consumerName, startConsumer, type ConsumerDeps } from '../../../../src/adapters/sqlite/consumer.ts';
import type { Redriven } from '../../../../src/adapters/sqlite/dead-letters.ts';
import { partitionOf } from '../../../../src/adapters/sqlite/partitions.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { laterOf, START, type Position } from '../../../../src/kernel/position.ts';
import type { ConsumeOptions, Handled } from '../../../../src/ports/message-log.ts';
import { newEvents, newStream } from '../../../contract/samples.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { logAt } from './open.ts';

const DONE: Handled = { kind: 'done' };
const TOPIC = 'pi.job.v1';

const setUp = (t: ExecutionContext) => {
  const log = logAt(t);
  const { clock, timers, advance } = createFakeClock();
  const offsets = new Map<number, Position>();
  const unburied: string[] = [];
  const state = {
    savesFail: false,
    redriven: [] as readonly Redriven[],
    hangs: undefined as Promise<void> | undefined,
  };
  let beats = 0;
  const deps: ConsumerDeps = {
    feed: log.feed,
    timers,
    background: timers,
    clock,
    logger: silentLogger,
    offsets: {
      load: async (_consumer, partition) => offsets.get(partition) ?? START,
      save: async (moved) => {
        if (state.savesFail) throw new Fault('unavailable', 'the disk is full');
        for (const { partition, position } of moved) {
          offsets.set(partition, laterOf(position, offsets.get(partition) ?? START));
        }
      },
    },
    letters: {
      deadLetters: async () => ({ letters: [], next: null }),
      redrive: async () => undefined,
      bury: async () => undefined,
      unbury: async (id) => void unburied.push(id),
      restore: async () => undefined,
      redriven: async () => state.redriven,
    },
    members: {
      beat: async () => {
        await state.hangs;
        beats += 1;
        return new Map([['me', beats]]);
      },
      remove: async () => undefined,
    },
    member: 'me',
  };
  const consume = async (handle: ConsumeOptions['handle']) => {
    const consumer = await startConsumer({ topic: TOPIC, group: 'g', inFlightMax: 4, ordered: true, handle }, deps);
    t.teardown(async () => consumer.stop());
    return consumer;
  };
  return { ...log, advance, offsets, unburied, state, consume };
};

/** Where a reader of the log is after so many events of it. */
const positionsIn = async ({ feed }: Pick<ReturnType<typeof setUp>, 'feed'>): Promise<Position[]> => {
  const positions: Position[] = [];
  for await (const { events } of feed.read(START, { categories: ['job'] })) {
    positions.push(...events.map(({ position }) => position));
  }
  return positions;
};

test('progress that could not be saved is saved at the next round, also when nothing has moved since', async (t) => {
  const world = setUp(t);
  const { store, offsets, state, advance } = world;
  const stream = newStream('job');
  await store.append(stream, 'none', newEvents(2));
  state.savesFail = true;
  await world.consume(async () => DONE);
  await advance(2 * limits.offsetsSaveEveryMs);
  t.is(offsets.size, 0);
  state.savesFail = false;
  await advance(2 * limits.offsetsSaveEveryMs);
  t.is(offsets.get(partitionOf(stream)), (await positionsIn(world)).at(-1));
});

test('a member that was silent for long takes its partitions up anew, where the group is by then', async (t) => {
  const world = setUp(t);
  const { store, offsets, state, advance } = world;
  const stream = newStream('job');
  await store.append(stream, 'none', newEvents(4));
  const gate = Promise.withResolvers<Handled>();
  const handled: number[] = [];
  await world.consume(async ({ event }, stillOwned) => {
    handled.push(event.revision);
    if (event.revision > 0) return DONE;
    await gate.promise;
    return stillOwned() ? DONE : { kind: 'park', retryAfterMs: 1 };
  });
  await advance(limits.memberBeatMs);
  const hanging = Promise.withResolvers<void>();
  state.hangs = hanging.promise;
  await advance(2 * limits.memberSilenceMaxMs);
  // Another member has done the first three meanwhile, and is gone again.
  offsets.set(partitionOf(stream), (await positionsIn(world))[2] ?? START);
  hanging.resolve();
  await advance(limits.memberBeatMs);
  gate.resolve(DONE);
  await advance(limits.memberBeatMs);
  t.deepEqual(handled, [0, 3]);
});

test('dead letters that go again wait for room, and hold no offset back', async (t) => {
  const world = setUp(t);
  const { store, offsets, state, unburied, advance } = world;
  const streams = Array.from({ length: 40 }, () => newStream('job'));
  const each = Math.ceil((limits.messageReadAheadMax + 100) / streams.length);
  for (const stream of streams) await store.append(stream, 'none', newEvents(each));
  const letters: Redriven[] = [];
  let before = START;
  for await (const { events } of world.feed.read(START, { categories: ['job'] })) {
    for (const { stream: key, position } of events) {
      letters.push({ id: `${consumerName({ topic: TOPIC, group: 'g' })}/${position}`, key, position, before });
      before = position;
    }
  }
  for (let partition = 0; partition < limits.messagePartitions; partition += 1) offsets.set(partition, before);
  const gate = Promise.withResolvers<Handled>();
  const consumer = await world.consume(async () => gate.promise);
  state.redriven = letters;
  await advance(2 * limits.memberBeatMs, 50);
  t.is(await consumer.lag(), limits.messageReadAheadMax);
  await store.append(newStream('job'), 'none', newEvents(1));
  gate.resolve(DONE);
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await advance(limits.memberBeatMs, 50);
    state.redriven = letters.filter(({ id }) => !unburied.includes(id));
  }
  t.is(new Set(unburied).size, letters.length);
  t.is(await consumer.lag(), 0);
  const last = (await positionsIn(world)).at(-1) ?? START;
  t.true([...offsets.values()].every((offset) => offset >= before));
  t.true([...offsets.values()].includes(last));
});
