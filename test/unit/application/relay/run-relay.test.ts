/** The relay publishes the whole log, in order, whatever fails, and notices when a topic is not what it was. */
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import { categoryTopic, DISPATCH_TOPIC } from '../../../../src/kernel/topics.ts';
import type { EventPublisher } from '../../../../src/ports/event-publisher.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { topicFlaws } from '../../../support/messaging/memory-publisher.ts';
import { createRelayWorld } from '../../../support/messaging/relay-world.ts';

const STREAMS = ['job-1', 'ledger-1', 'job-2', 'plan-3', 'job-1', 'ledger-1'];
const JOBS = categoryTopic('job');

const recordsIn = ({ topics }: ReturnType<typeof createRelayWorld>): number =>
  topics.partitions().reduce((sum, { records }) => sum + records.length, 0);

/** A log that a first relay has published, which is closed. */
const givenPublished = async (t: ExecutionContext) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const first = world.run(world.topics.open());
  await world.caughtUp(first);
  await first.close();
  return { world, first };
};

test('events in the log and later ones are published, to all their topics', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const relay = world.run(world.topics.open());
  await world.caughtUp(relay);
  t.deepEqual(topicFlaws(world.topics, await world.events()), []);
  await world.append(STREAMS);
  await world.caughtUp(relay);
  t.deepEqual(topicFlaws(world.topics, await world.events()), []);
  t.true(world.topics.partitions().some(({ topic, records }) => topic === DISPATCH_TOPIC && records.length > 0));
  t.is(relay.state().kind, 'following');
  t.is(world.counted.get('pi_relay_events_total'), 12);
});

test('a relay goes on from its mark, and publishes nothing again', async (t) => {
  const { world, first } = await givenPublished(t);
  t.is(first.state().kind, 'stopped');
  t.is(world.topics.mark()?.position, first.position());
  const before = recordsIn(world);
  const second = world.run(world.topics.open());
  await eventually('the mark is taken up', () => second.position() === first.position());
  await world.append(['plan-3']);
  await world.caughtUp(second);
  t.is(recordsIn(world), before + 1);
  t.deepEqual(world.errors, []);
});

test('the mark is saved while nothing more happens', async (t) => {
  const world = createRelayWorld(t);
  const relay = world.run(world.topics.open());
  await world.append(STREAMS);
  await world.caughtUp(relay);
  await eventually('the mark is there', () => world.topics.mark()?.position === relay.position());
  t.true(world.timers.slept.includes(limits.relayMarkEveryMs));
});

test('one publish is bounded in bytes and in events', async (t) => {
  const world = createRelayWorld(t);
  const bytes = limits.eventBytesMax - 100;
  await world.append(
    Array.from({ length: 9 }, (_, index) => `plan-${index}`),
    bytes,
  );
  const publisher = world.topics.open();
  await world.caughtUp(world.run(publisher));
  t.is(
    publisher.published.reduce((sum, count) => sum + count, 0),
    9,
  );
  t.true(publisher.published.every((count) => count * bytes <= limits.relayBatchBytesMax));
  t.true(publisher.published.length <= 3, 'and it is no less than it may be');
});

test('a failure before, during or after a publish skips no event', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const publisher = world.topics.open();
  publisher.fail('before', 'midway', 'after', 'midway');
  const relay = world.run(publisher);
  await world.caughtUp(relay);
  t.deepEqual(topicFlaws(world.topics, await world.events()), []);
  t.is(world.counted.get('pi_relay_faults_total'), 4);
  t.is(world.counted.get('pi_relay_losses_total'), undefined, 'a fault is no loss');
  const rests = limits.relayBackoffMs.filter((ms) => ms !== limits.relayMarkEveryMs);
  const slept = world.timers.slept.filter((ms) => (rests as readonly number[]).includes(ms));
  t.deepEqual(slept, rests, 'it rests longer from fault to fault');
});

test('servers that are away at the start, or later, are waited for', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const publisher = world.topics.open();
  publisher.reach(false);
  const relay = world.run(publisher);
  await eventually('it rests', () => relay.state().kind === 'resting');
  t.is(relay.position(), START);
  publisher.reach(true);
  await world.caughtUp(relay);
  publisher.reach(false);
  await world.append(STREAMS);
  await eventually('it rests again', () => relay.state().kind === 'resting');
  publisher.reach(true);
  await world.caughtUp(relay);
  t.deepEqual(topicFlaws(world.topics, await world.events()), []);
});

test('a feed that drops is read on from the last event that was published', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const publisher = world.topics.open();
  const all = await world.events();
  const asked: string[] = [];
  const feed = {
    head: async () => all.at(-1)?.position ?? START,
    subscribe: async function* (position: string) {
      asked.push(position);
      const events = all.filter((event) => event.position > position).slice(0, 2);
      yield { events, through: events.at(-1)?.position ?? position };
    },
  };
  const relay = world.run(publisher, { feed });
  await eventually('all is published', () => relay.position() === all.at(-1)?.position);
  t.deepEqual(asked.slice(0, 3), [START, all[1]?.position, all[3]?.position]);
  t.deepEqual(topicFlaws(world.topics, all), []);
});

test('a topic that is lost while the relay is away is published again', async (t) => {
  const { world } = await givenPublished(t);
  world.topics.lose(JOBS);
  await world.caughtUp(world.run(world.topics.open()));
  await eventually('the jobs are there again', async () => topicFlaws(world.topics, await world.events()).length === 0);
  t.is(world.counted.get('pi_relay_losses_total'), 1);
  t.regex(world.errors.join(), /topics were lost/);
  t.true(world.timers.slept.includes(limits.relayLookAgainMs), 'it looks twice');
});

test('a topic that is lost while nothing happens is noticed', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const relay = world.run(world.topics.open());
  await world.caughtUp(relay);
  await eventually('the mark is there', () => world.topics.mark()?.position === relay.position());
  world.topics.lose(JOBS);
  world.wait(limits.relayLookEveryMs);
  await eventually('the jobs are there again', async () => topicFlaws(world.topics, await world.events()).length === 0);
  t.is(world.counted.get('pi_relay_losses_total'), 1);
});

test('a topic that is gone is published again when it is made', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const relay = world.run(world.topics.open());
  await world.caughtUp(relay);
  world.topics.remove(JOBS);
  world.wait(limits.relayLookEveryMs);
  await eventually('it is missed', () => relay.state().kind === 'resting');
  world.topics.restore(JOBS);
  await eventually('the jobs are there again', async () => topicFlaws(world.topics, await world.events()).length === 0);
  t.true((world.counted.get('pi_relay_losses_total') ?? 0) >= 1);
});

test('records without a mark are another relay’s, whose mark was lost: all is published again', async (t) => {
  const { world } = await givenPublished(t);
  world.topics.loseMark();
  const before = recordsIn(world);
  await world.caughtUp(world.run(world.topics.open()));
  t.is(recordsIn(world), 2 * before);
  t.is(world.counted.get('pi_relay_losses_total'), 1);
  t.deepEqual(topicFlaws(world.topics, await world.events()), []);
});

test('an end that was smaller in one look only is no loss', async (t) => {
  const { world } = await givenPublished(t);
  const before = recordsIn(world);
  const publisher = world.topics.open();
  let looks = 0;
  const endOffsets: EventPublisher['endOffsets'] = async () => {
    looks += 1;
    const ends = await publisher.endOffsets();
    return looks === 1 ? ends.map((one) => ({ ...one, endOffset: '0' })) : ends;
  };
  const relay = world.run({ ...publisher, endOffsets });
  await eventually('it follows', () => relay.state().kind === 'following');
  t.is(recordsIn(world), before);
  t.deepEqual(world.errors, []);
});

test('a log that ends before the topics do is not published', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const publisher = world.topics.open();
  await publisher.saveMark({ position: 'ffff', endOffsets: await publisher.endOffsets() });
  const relay = world.run(publisher);
  await eventually('it rests', () => relay.state().kind === 'resting');
  t.like(relay.state(), { error: { code: 'corrupt' } });
  t.is(recordsIn(world), 0);
});

test('sabotage: a relay that saves its mark before it publishes loses events', async (t) => {
  const world = createRelayWorld(t);
  await world.append(STREAMS);
  const dying = world.topics.open();
  const publish: EventPublisher['publish'] = async (events) => {
    await dying.saveMark({ position: events.at(-1)?.position ?? START, endOffsets: await dying.endOffsets() });
    dying.kill();
    return dying.publish(events);
  };
  const first = world.run({ ...dying, publish });
  await eventually('it dies', () => first.state().kind === 'resting');
  await first.close();
  await world.caughtUp(world.run(world.topics.open()));
  t.true(topicFlaws(world.topics, await world.events()).length > 0);
});

test('sabotage: a relay that does not see where topics end does not notice that one was lost', async (t) => {
  const { world } = await givenPublished(t);
  const ends = world.topics.mark()?.endOffsets ?? [];
  world.topics.lose(JOBS);
  const blind = world.run({ ...world.topics.open(), endOffsets: async () => Promise.resolve(ends) });
  await eventually('it goes on as if nothing were', () => blind.state().kind === 'following');
  t.true(topicFlaws(world.topics, await world.events()).length > 0);
  t.is(world.counted.get('pi_relay_losses_total'), undefined);
});
