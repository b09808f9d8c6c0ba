/** Checks of the message log: stopping, crashing and sharing with others. */
import { categoryTopic } from '../../../src/kernel/topics.ts';
import type { Handled } from '../../../src/ports/message-log.ts';
import type { Checks } from '../check.ts';
import { newCategory, newEvents, rejectsWith } from '../samples.ts';
import {
  type MessageSubject,
  DONE,
  until,
  drained,
  newGroup,
  noting,
  revisionsByKey,
  fill,
  upTo,
} from './message-log-support.ts';

/** Longer than any log trusts a member that says nothing, and shorter than the grace of a stop. */
const LAPSE_MS = 6_000;

/** Messages of 32 keys, and a first member that holds each that it is given until the gate opens. */
const givenHeld = async (subject: MessageSubject) => {
  const category = newCategory();
  const other = await subject.another();
  await fill(subject.store, category, 32, 1);
  const shared = { topic: categoryTopic(category), group: newGroup() };
  const gate = Promise.withResolvers<Handled>();
  const asked = new Map<string, () => boolean>();
  const one = noting({
    ...shared,
    inFlightMax: 32,
    handle: async ({ key }, stillOwned) => {
      asked.set(key, stillOwned);
      return gate.promise;
    },
  });
  const owned = (): string[] => [...asked].filter(([, stillOwned]) => stillOwned()).map(([key]) => key);
  return { other, shared, gate, asked, one, owned };
};

export const resuming: Checks<MessageSubject> = {
  'a consumer that was stopped goes on where it was: nothing is lost, nothing comes twice': async (t, subject) => {
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
  'after a crash everything past the done prefix comes again, and nothing that failed is lost': async (t, subject) => {
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
    await drained(t, subject, consumer);
  },
  'members of a group share the keys, take over from one that leaves, and lose nothing': async (t, subject) => {
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
  'the share of a member that crashed goes to the others': async (t, subject) => {
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
  'a handler is told when its message belongs to another member': async (t, subject) => {
    const { other, shared, gate, asked, one, owned } = await givenHeld(subject);
    const two = noting({ ...shared, inFlightMax: 32 });
    const first = await subject.messages.consume(one.options);
    t.true(await until(subject, () => asked.size === 32));
    t.is(owned().length, 32);
    const second = await other.messages.consume(two.options);
    t.true(await until(subject, () => two.seen.length > 0 && two.seen.length + owned().length === 32));
    t.true(owned().length > 0 && owned().length < 32);
    t.true(two.seen.every(({ key }) => !owned().includes(key)));
    gate.resolve(DONE);
    t.true(await until(subject, async () => (await first.lag()) + (await second.lag()) === 0));
    await Promise.all([first.stop(), second.stop()]);
  },
  'stopping waits for what is in flight, and takes up nothing more': async (t, subject) => {
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
  'what runs while a consumer stops is still its own: no other member is given it': async (t, subject) => {
    const { other, shared, gate, one, owned } = await givenHeld(subject);
    const two = noting(shared);
    const first = await subject.messages.consume(one.options);
    const second = await other.messages.consume(two.options);
    t.true(await until(subject, () => new Set([...one.seen, ...two.seen].map(({ key }) => key)).size === 32));
    await subject.pass(4_000);
    const before = owned();
    t.true(before.length > 0);
    const given = two.seen.length;
    let stopped = false;
    const stopping = first.stop().then(() => {
      stopped = true;
    });
    await subject.pass(LAPSE_MS);
    t.deepEqual(owned(), before, 'of the grace of a stop, longer than a silent member counts as alive');
    t.is(two.seen.length, given);
    gate.resolve(DONE);
    t.true(await until(subject, () => stopped));
    await stopping;
    await subject.pass(4_000);
    t.is(two.seen.length, given, 'and counts as done');
    await second.stop();
  },
  'closing stops its consumers, may be repeated, and ends all use': async (t, subject) => {
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
};
