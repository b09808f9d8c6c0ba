/** Checks of the message log: receivers of messages, and their order. */
import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '../../../src/kernel/limits.ts';
import { categoryTopic, DISPATCH_TOPIC } from '../../../src/kernel/topics.ts';
import type { Handled, Message } from '../../../src/ports/message-log.ts';
import type { Checks } from '../check.ts';
import { collect, newCategory, newEvent, newEvents, newStream } from '../samples.ts';
import {
  type MessageSubject,
  DONE,
  STEP_MS,
  until,
  drained,
  noting,
  revisionsByKey,
  fill,
  upTo,
} from './message-log-support.ts';

/** A consumer without order, at which the messages of one stream wait until they are let go. */
const waitingOf = (stream: string, inFlightMax: number) => {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const { options } = noting({
    topic: DISPATCH_TOPIC,
    ordered: false,
    inFlightMax,
    handle: async ({ key }) => {
      if (key === stream) waiting += 1;
      if (key === stream) await gate.promise;
      return DONE;
    },
  });
  return { options, waiting: () => waiting, open: () => gate.resolve() };
};

export const delivering: Checks<MessageSubject> = {
  'a consumer gets the events of its topic, old and new, as they are stored': async (t, subject) => {
    const { store, messages } = subject;
    const category = newCategory();
    const [stream = ''] = await fill(store, category, 1, 2);
    const { options, seen } = noting({ topic: categoryTopic(category) });
    const consumer = await messages.consume(options);
    await store.append(stream, 1, newEvents(2));
    await fill(store, newCategory(), 1, 2);
    t.true(await until(subject, () => seen.length === 4));
    const stored = await collect(store.readStream(stream));
    t.deepEqual(
      seen,
      stored.map((event) => ({ key: stream, event, attempt: 1 })),
    );
    await drained(t, subject, consumer);
  },
  'events of types that a consumer has no use for are passed by, and count as done': async (t, subject) => {
    const { store, messages } = subject;
    const category = newCategory();
    const stream = newStream(category);
    const types = ['Wanted', 'Other', 'Wanted', 'Other'];
    await store.append(
      stream,
      'none',
      types.map((type) => newEvent({ type })),
    );
    const { options, seen } = noting({ topic: categoryTopic(category), types: new Set(['Wanted']) });
    const consumer = await messages.consume(options);
    t.true(await until(subject, () => seen.length === 2));
    t.deepEqual(revisionsByKey(seen)[stream], [0, 2]);
    await store.append(stream, 3, [newEvent({ type: 'Other' }), newEvent({ type: 'Wanted' })]);
    t.true(await until(subject, () => seen.length === 3));
    await drained(t, subject, consumer);
    const again = noting(options);
    await (await messages.consume(again.options)).stop();
    t.deepEqual(again.seen, []);
  },
  'work for dispatchers is a topic of its own': async (t, subject) => {
    const { store, messages } = subject;
    const [job, another] = [newStream('job'), newStream('job')];
    await store.append(job, 'none', [newEvent({ type: 'JobQueued' }), newEvent({ type: 'TaskDispatched' })]);
    await store.append(another, 'none', [newEvent({ type: 'TaskDispatched' }), newEvent({ type: 'JobFailed' })]);
    await store.append(newStream(), 'none', [newEvent({ type: 'TaskDispatchedElsewhere' })]);
    const { options, seen } = noting({ topic: DISPATCH_TOPIC, ordered: false });
    const consumer = await messages.consume(options);
    const mine = (): Message[] => seen.filter(({ key }) => key === job || key === another);
    t.true(await until(subject, () => mine().length >= 2));
    await subject.pass(STEP_MS);
    const types = (found: readonly Message[]): string[] => found.map(({ event }) => event.type);
    t.deepEqual(types(mine()), ['TaskDispatched', 'TaskDispatched']);
    t.true(types(seen).every((type) => type === 'TaskDispatched'));
    await consumer.stop();
  },
  'messages of one key are handled in order, one at a time; those of others at the same time': async (t, subject) => {
    const category = newCategory();
    const streams = Array.from({ length: 12 }, () => newStream(category));
    for (const stream of streams) await subject.store.append(stream, 'none', newEvents(8));
    const busy = new Set<string>();
    let busiest = 0;
    const { options, seen } = noting({
      topic: categoryTopic(category),
      inFlightMax: 5,
      handle: async ({ key, event }) => {
        t.false(busy.has(key), 'one message of a key at a time');
        busy.add(key);
        busiest = Math.max(busiest, busy.size);
        // Earlier ones take longer: without an order the later ones would overtake them.
        for (let turns = event.revision; turns < 8; turns += 1) await turn();
        busy.delete(key);
        return DONE;
      },
    });
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => seen.length >= 96));
    t.deepEqual(revisionsByKey(seen), Object.fromEntries(streams.map((stream) => [stream, upTo(8)])));
    t.is(busiest, 5, 'as many as allowed, and no more');
    await consumer.stop();
  },
  'where there is no order, messages of one key are handled at the same time': async (t, subject) => {
    const stream = newStream('job');
    const events = Array.from({ length: 4 }, () => newEvent({ type: 'TaskDispatched' }));
    await subject.store.append(stream, 'none', events);
    const { options, waiting, open } = waitingOf(stream, 100);
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => waiting() === 4));
    t.true((await consumer.lag()) >= 4);
    open();
    await drained(t, subject, consumer);
  },
  'a consumer that has many under way at once is given as many, though none of them is done': async (t, subject) => {
    const stream = newStream('job');
    const many = limits.messageReadAheadMax + 256;
    for (let made = 0; made < many; made += 128) {
      const events = Array.from({ length: 128 }, () => newEvent({ type: 'TaskDispatched' }));
      await subject.store.append(stream, made === 0 ? 'none' : made - 1, events);
    }
    const { options, waiting, open } = waitingOf(stream, 2 * many);
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => waiting() === many));
    open();
    await drained(t, subject, consumer);
  },
  'more than is read ahead comes all the same, once and in the order of its keys': async (t, subject) => {
    const category = newCategory();
    const streams = Array.from({ length: 20 }, () => newStream(category));
    const each = Math.ceil((2 * limits.messageReadAheadMax) / streams.length);
    await Promise.all(streams.map(async (stream) => subject.store.append(stream, 'none', newEvents(each))));
    const gate = Promise.withResolvers<Handled>();
    const { options, seen } = noting({ topic: categoryTopic(category), handle: async () => gate.promise });
    const consumer = await subject.messages.consume(options);
    t.true(await until(subject, () => seen.length === options.inFlightMax));
    t.true(await until(subject, async () => (await consumer.lag()) >= limits.messageReadAheadMax));
    gate.resolve(DONE);
    t.true(await until(subject, () => seen.length >= each * streams.length));
    t.deepEqual(revisionsByKey(seen), Object.fromEntries(streams.map((stream) => [stream, upTo(each)])));
    await consumer.stop();
  },
  'groups consume independently of each other': async (t, subject) => {
    const category = newCategory();
    await fill(subject.store, category, 3, 3);
    const topic = categoryTopic(category);
    const groups = [noting({ topic }), noting({ topic })];
    const consumers = await Promise.all(groups.map(async ({ options }) => subject.messages.consume(options)));
    t.true(await until(subject, () => groups.every(({ seen }) => seen.length >= 9)));
    for (const { seen } of groups) t.is(seen.length, 9);
    await Promise.all(consumers.map(async (consumer) => consumer.stop()));
  },
};
