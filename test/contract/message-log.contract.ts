/** What every message log does: see src/ports/message-log.ts. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '../../src/kernel/limits.ts';
import { categoryTopic, DISPATCH_TOPIC } from '../../src/kernel/topics.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import type { ConsumeOptions, DeadLetter, Handled, Message, MessageLog } from '../../src/ports/message-log.ts';
import type { Check } from './check.ts';
import { collect, newCategory, newEvent, newEvents, newStream, rejectsWith } from './samples.ts';

export type MessageSubject = {
  /** Where what is consumed is appended. */
  readonly store: EventStore;
  readonly messages: MessageLog;
  /** Lets time pass: truly, or on a clock of the test's own. */
  readonly pass: (ms: number) => Promise<void>;
  /** Another process with the same storage. */
  readonly another: () => Promise<MessageSubject>;
  /** The process is gone without a word: it does nothing any more, and has given nothing back. */
  readonly crash: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const DONE: Handled = { kind: 'done' };
const STEP_MS = 25;
const STEPS_MAX = 2_400;

/** Lets time pass until the condition holds; false if it does not within a minute. */
const until = async ({ pass }: MessageSubject, condition: () => boolean | Promise<boolean>): Promise<boolean> => {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await condition()) return true;
    await pass(STEP_MS);
  }
  return condition();
};

const newGroup = (): string => `group-${randomUUID()}`;

/** Consumer options that note every message, and say done unless told otherwise. */
const noting = (
  changes: Partial<ConsumeOptions> & Pick<ConsumeOptions, 'topic'>,
): { options: ConsumeOptions; seen: Message[] } => {
  const seen: Message[] = [];
  const options: ConsumeOptions = {
    group: newGroup(),
    inFlightMax: 8,
    ordered: true,
    ...changes,
    handle: async (message, stillOwned) => {
      seen.push(message);
      return (await changes.handle?.(message, stillOwned)) ?? DONE;
    },
  };
  return { options, seen };
};

const revisionsByKey = (seen: readonly Message[]): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const { key, event } of seen) (found[key] ??= []).push(event.revision);
  return found;
};

/** One event after the other to each of `keys` streams. */
const fill = async (store: EventStore, category: string, keys: number, each: number): Promise<string[]> => {
  const streams = Array.from({ length: keys }, () => newStream(category));
  for (let revision = 0; revision < each; revision += 1) {
    const expected = revision === 0 ? 'none' : revision - 1;
    await Promise.all(streams.map(async (stream) => store.append(stream, expected, newEvents(1))));
  }
  return streams;
};

const lettersOf = async (messages: MessageLog, group: string, page = 100): Promise<DeadLetter[]> => {
  const all: DeadLetter[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const found: Awaited<ReturnType<MessageLog['deadLetters']>> = await messages.deadLetters(page, after);
    all.push(...found.letters);
    after = found.next;
  }
  return all.filter((letter) => letter.group === group);
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const delivering: readonly Check<MessageSubject>[] = [
  {
    name: 'a consumer gets the events of its topic, old and new, as they are stored',
    run: async (t, subject) => {
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
        stored.map((event) => ({ topic: options.topic, key: stream, event, attempt: 1 })),
      );
      t.true(await until(subject, async () => (await consumer.lag()) === 0));
      await consumer.stop();
    },
  },
  {
    name: 'work for dispatchers is a topic of its own',
    run: async (t, subject) => {
      const { store, messages } = subject;
      const [job, media] = [newStream('job'), newStream('media')];
      await store.append(job, 'none', [newEvent({ type: 'JobQueued' }), newEvent({ type: 'FrameDispatched' })]);
      await store.append(media, 'none', [
        newEvent({ type: 'MediaSceneDispatched' }),
        newEvent({ type: 'MediaFailed' }),
      ]);
      await store.append(newStream(), 'none', [newEvent({ type: 'FrameDispatchedElsewhere' })]);
      const { options, seen } = noting({ topic: DISPATCH_TOPIC, ordered: false });
      const consumer = await messages.consume(options);
      const mine = (): Message[] => seen.filter(({ key }) => key === job || key === media);
      t.true(await until(subject, () => mine().length >= 2));
      await subject.pass(STEP_MS);
      const types = (found: readonly Message[]): string[] => found.map(({ event }) => event.type);
      t.deepEqual(types(mine()).toSorted(), ['FrameDispatched', 'MediaSceneDispatched']);
      t.true(types(seen).every((type) => type === 'FrameDispatched' || type === 'MediaSceneDispatched'));
      await consumer.stop();
    },
  },
  {
    name: 'messages of one key are handled in order, one at a time; those of others at the same time',
    run: async (t, subject) => {
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
  },
  {
    name: 'where there is no order, messages of one key are handled at the same time',
    run: async (t, subject) => {
      const stream = newStream('job');
      const events = Array.from({ length: 4 }, () => newEvent({ type: 'FrameDispatched' }));
      await subject.store.append(stream, 'none', events);
      const gate = Promise.withResolvers<void>();
      let waiting = 0;
      const { options } = noting({
        topic: DISPATCH_TOPIC,
        ordered: false,
        inFlightMax: 100,
        handle: async ({ key }) => {
          if (key === stream) waiting += 1;
          if (key === stream) await gate.promise;
          return DONE;
        },
      });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => waiting === 4));
      t.true((await consumer.lag()) >= 4);
      gate.resolve();
      t.true(await until(subject, async () => (await consumer.lag()) === 0));
      await consumer.stop();
    },
  },
  {
    name: 'groups consume independently of each other',
    run: async (t, subject) => {
      const category = newCategory();
      await fill(subject.store, category, 3, 3);
      const topic = categoryTopic(category);
      const groups = [noting({ topic }), noting({ topic })];
      const consumers = await Promise.all(groups.map(async ({ options }) => subject.messages.consume(options)));
      t.true(await until(subject, () => groups.every(({ seen }) => seen.length >= 9)));
      for (const { seen } of groups) t.is(seen.length, 9);
      await Promise.all(consumers.map(async (consumer) => consumer.stop()));
    },
  },
];

const failing: readonly Check<MessageSubject>[] = [
  {
    name: 'a failed message comes again, before the next of its key; other keys do not wait for it',
    run: async (t, subject) => {
      const category = newCategory();
      const streams = await fill(subject.store, category, 4, 3);
      const [bad = ''] = streams;
      const attempts: number[] = [];
      let doneElsewhere = 0;
      const { options, seen } = noting({
        topic: categoryTopic(category),
        inFlightMax: 2,
        handle: async ({ key, event, attempt }) => {
          if (key !== bad) doneElsewhere += 1;
          if (key !== bad || event.revision !== 1) return DONE;
          attempts.push(attempt);
          // The others are through before this one is tried again, and well before it would be given up.
          if (attempt >= 3 && doneElsewhere === 9) return DONE;
          throw new Error('not yet');
        },
      });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => seen.some(({ key, event }) => key === bad && event.revision === 2)));
      t.deepEqual(attempts, [1, 2, 3]);
      t.deepEqual(revisionsByKey(seen)[bad], [0, 1, 1, 1, 2]);
      t.deepEqual(await lettersOf(subject.messages, options.group), []);
      await consumer.stop();
    },
  },
  {
    name: 'a message that fails for good lies among the dead letters with its reason, and the group goes on',
    run: async (t, subject) => {
      const category = newCategory();
      const streams = await fill(subject.store, category, 3, 3);
      const [bad = ''] = streams;
      const { options, seen } = noting({
        topic: categoryTopic(category),
        handle: async ({ key, event }) => {
          if (key === bad && event.revision === 1) throw new TypeError('poison');
          return DONE;
        },
      });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => seen.some(({ key, event }) => key === bad && event.revision === 2)));
      t.deepEqual(revisionsByKey(seen)[bad], [0, ...upTo(limits.deliveryAttemptsMax).map(() => 1), 2]);
      const [letter, ...others] = await lettersOf(subject.messages, options.group);
      t.deepEqual(others, []);
      const poison = seen.find(({ key, event }) => key === bad && event.revision === 1);
      t.like(letter, {
        topic: options.topic,
        group: options.group,
        key: bad,
        position: poison?.event.position ?? '',
        attempts: limits.deliveryAttemptsMax,
      });
      t.regex(letter?.reason ?? '', /poison/);
      t.regex(letter?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      t.true((letter?.id ?? '').length > 0);
      t.true(await until(subject, async () => (await consumer.lag()) === 0));
      await consumer.stop();
      const again = await subject.messages.consume(options);
      await subject.pass(1_000);
      t.is(seen.length, 2 * 3 + 2 + limits.deliveryAttemptsMax, 'a dead letter is passed for good');
      await again.stop();
    },
  },
  {
    name: 'a parked message comes again without counting, and holds up nobody else',
    run: async (t, subject) => {
      const category = newCategory();
      const streams = await fill(subject.store, category, 3, 2);
      const [held = ''] = streams;
      let parked = 0;
      const { options, seen } = noting({
        topic: categoryTopic(category),
        inFlightMax: 1,
        handle: async ({ key, event }) => {
          if (key !== held || event.revision !== 0 || parked === limits.deliveryAttemptsMax + 3) return DONE;
          parked += 1;
          return { kind: 'park', retryAfterMs: 2_000 };
        },
      });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => seen.filter(({ key }) => key !== held).length === 4));
      t.true(parked < 3, 'others went by long before');
      t.true(await until(subject, () => revisionsByKey(seen)[held]?.includes(1) === true));
      t.true(seen.every(({ attempt }) => attempt === 1));
      t.deepEqual(await lettersOf(subject.messages, options.group), []);
      await consumer.stop();
    },
  },
  {
    name: 'a dead letter that is redriven is handled by its group, and is a dead letter no more',
    run: async (t, subject) => {
      const category = newCategory();
      await fill(subject.store, category, 3, 1);
      let cured = false;
      const { options, seen } = noting({
        topic: categoryTopic(category),
        handle: async () => {
          if (!cured) throw new Error('ill');
          return DONE;
        },
      });
      const consumer = await subject.messages.consume(options);
      const letters = async (): Promise<DeadLetter[]> => lettersOf(subject.messages, options.group);
      t.true(await until(subject, async () => (await letters()).length === 3));
      const before = await letters();
      t.deepEqual(await lettersOf(subject.messages, options.group, 1), before, 'page by page');
      t.is(new Set(before.map(({ id }) => id)).size, 3);

      const [first, second] = before as [DeadLetter, DeadLetter];
      await subject.messages.redrive(first.id);
      const failed = 3 * limits.deliveryAttemptsMax;
      t.true(await until(subject, async () => seen.length === failed + limits.deliveryAttemptsMax));
      t.true(await until(subject, async () => (await letters()).length === 3), 'still ill');

      cured = true;
      await subject.messages.redrive(second.id);
      t.true(await until(subject, () => seen.at(-1)?.event.position === second.position));
      t.is(seen.at(-1)?.attempt, 1);
      t.true(await until(subject, async () => (await consumer.lag()) === 0));
      const left = (await letters()).map(({ id }) => id);
      t.deepEqual(
        left.toSorted(),
        before
          .map(({ id }) => id)
          .filter((id) => id !== second.id)
          .toSorted(),
      );
      await rejectsWith(t, subject.messages.redrive(second.id), 'not_found');
      await rejectsWith(t, subject.messages.redrive('nonsense'), 'not_found');
      await consumer.stop();
    },
  },
];

const resuming: readonly Check<MessageSubject>[] = [
  {
    name: 'a consumer that was stopped goes on where it was: nothing is lost, nothing comes twice',
    run: async (t, subject) => {
      const category = newCategory();
      const [stream = ''] = await fill(subject.store, category, 1, 5);
      const { options, seen } = noting({ topic: categoryTopic(category) });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => seen.length === 5));
      await consumer.stop();
      await consumer.stop();
      await subject.store.append(stream, 4, newEvents(3));
      await subject.pass(500);
      t.is(seen.length, 5, 'a stopped consumer takes nothing');
      const other = await subject.another();
      const again = await other.messages.consume(options);
      t.true(await until(subject, () => seen.length >= 8));
      t.deepEqual(revisionsByKey(seen)[stream], upTo(8));
      await again.stop();
    },
  },
  {
    name: 'after a crash everything past the done prefix comes again, and nothing that failed is lost',
    run: async (t, subject) => {
      const category = newCategory();
      const doomed = await subject.another();
      const [stuck = '', ...others] = await fill(subject.store, category, 6, 4);
      const never = new Promise<Handled>(() => undefined);
      const { options, seen } = noting({
        topic: categoryTopic(category),
        handle: async ({ key, event }) => (key === stuck && event.revision === 1 ? never : DONE),
      });
      await doomed.messages.consume(options);
      t.true(await until(subject, () => seen.length === 1 + 1 + others.length * 4));
      await subject.pass(1_000);
      await doomed.crash();
      const second = noting({ ...options, handle: async () => DONE });
      const consumer = await subject.messages.consume(second.options);
      t.true(await until(subject, () => (revisionsByKey(second.seen)[stuck] ?? []).includes(3)));
      const again = revisionsByKey(second.seen)[stuck] ?? [];
      t.deepEqual(again.slice(-3), [1, 2, 3]);
      t.true(await until(subject, async () => (await consumer.lag()) === 0));
      await consumer.stop();
    },
  },
  {
    name: 'members of a group share the keys, take over from one that leaves, and lose nothing',
    run: async (t, subject) => {
      const category = newCategory();
      const other = await subject.another();
      const topic = categoryTopic(category);
      const group = newGroup();
      const [one, two] = [noting({ topic, group }), noting({ topic, group })];
      const consumers = [await subject.messages.consume(one.options), await other.messages.consume(two.options)];
      await subject.pass(4_000);
      const streams = await fill(subject.store, category, 40, 2);
      const handled = (): Set<string> =>
        new Set([...one.seen, ...two.seen].map(({ key, event }) => `${key}@${event.revision}`));
      t.true(await until(subject, () => handled().size === 80));
      t.true(one.seen.length > 0 && two.seen.length > 0, 'both have a share');
      t.is(one.seen.length + two.seen.length, 80, 'settled members share without overlap');
      await consumers[1]?.stop();
      const before = two.seen.length;
      await Promise.all(streams.map(async (stream) => subject.store.append(stream, 1, newEvents(1))));
      t.true(await until(subject, () => handled().size === 120));
      t.is(two.seen.length, before);
      await consumers[0]?.stop();
    },
  },
  {
    name: 'the share of a member that crashed goes to the others',
    run: async (t, subject) => {
      const category = newCategory();
      const doomed = await subject.another();
      const topic = categoryTopic(category);
      const group = newGroup();
      const [one, two] = [noting({ topic, group }), noting({ topic, group })];
      const consumer = await subject.messages.consume(one.options);
      await doomed.messages.consume(two.options);
      await subject.pass(4_000);
      await doomed.crash();
      const streams = await fill(subject.store, category, 40, 1);
      t.true(await until(subject, () => new Set(one.seen.map(({ key }) => key)).size === streams.length));
      t.deepEqual(two.seen, []);
      await consumer.stop();
    },
  },
  {
    name: 'a handler is told when its message belongs to another member',
    run: async (t, subject) => {
      const category = newCategory();
      const other = await subject.another();
      await fill(subject.store, category, 32, 1);
      const topic = categoryTopic(category);
      const group = newGroup();
      const gate = Promise.withResolvers<Handled>();
      const asked = new Map<string, () => boolean>();
      const one = noting({
        topic,
        group,
        inFlightMax: 32,
        handle: async ({ key }, stillOwned) => {
          asked.set(key, stillOwned);
          return gate.promise;
        },
      });
      const two = noting({ topic, group, inFlightMax: 32 });
      const first = await subject.messages.consume(one.options);
      t.true(await until(subject, () => asked.size === 32));
      const owned = (): string[] => [...asked].filter(([, stillOwned]) => stillOwned()).map(([key]) => key);
      t.is(owned().length, 32);
      const second = await other.messages.consume(two.options);
      t.true(await until(subject, () => two.seen.length > 0 && two.seen.length + owned().length === 32));
      t.true(owned().length > 0 && owned().length < 32);
      t.true(two.seen.every(({ key }) => !owned().includes(key)));
      gate.resolve(DONE);
      t.true(await until(subject, async () => (await first.lag()) + (await second.lag()) === 0));
      await Promise.all([first.stop(), second.stop()]);
    },
  },
  {
    name: 'stopping waits for what is in flight, and takes up nothing more',
    run: async (t, subject) => {
      const category = newCategory();
      await fill(subject.store, category, 6, 1);
      const gate = Promise.withResolvers<Handled>();
      const { options, seen } = noting({
        topic: categoryTopic(category),
        inFlightMax: 2,
        handle: async () => gate.promise,
      });
      const consumer = await subject.messages.consume(options);
      t.true(await until(subject, () => seen.length === 2));
      t.true((await consumer.lag()) >= 2);
      let stopped = false;
      const stopping = consumer.stop().then(() => {
        stopped = true;
      });
      await subject.pass(500);
      t.false(stopped);
      gate.resolve(DONE);
      t.true(await until(subject, () => stopped));
      await stopping;
      t.is(seen.length, 2);
      const again = noting({ ...options, handle: async () => DONE });
      const next = await subject.messages.consume(again.options);
      t.true(await until(subject, () => new Set([...seen, ...again.seen].map(({ key }) => key)).size === 6));
      t.true(again.seen.length <= 5, 'what was done in order counts');
      await next.stop();
    },
  },
  {
    name: 'closing stops its consumers, may be repeated, and ends all use',
    run: async (t, subject) => {
      const category = newCategory();
      const { options, seen } = noting({ topic: categoryTopic(category) });
      const other = await subject.another();
      await other.messages.consume(options);
      await fill(subject.store, category, 1, 1);
      t.true(await until(subject, () => seen.length === 1));
      await Promise.all([other.messages.close(), other.messages.close()]);
      await other.messages.close();
      await fill(subject.store, category, 1, 1);
      await subject.pass(1_000);
      t.is(seen.length, 1);
      await rejectsWith(t, other.messages.consume(options), 'unavailable');
      await rejectsWith(t, other.messages.redrive('any'), 'unavailable');
      await rejectsWith(t, other.messages.deadLetters(1), 'unavailable');
    },
  },
];

export const messageLogChecks = [...delivering, ...failing, ...resuming];
