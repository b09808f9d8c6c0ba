/** A relay that publishes into a topic that was made anew since it last looked is told so, and tells. */
import test from 'ava';
import { once } from 'node:events';
import { limits } from '../../../../src/kernel/limits.ts';
import { type Position, START } from '../../../../src/kernel/position.ts';
import { categoryTopic } from '../../../../src/kernel/topics.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import type { EventPublisher } from '../../../../src/ports/event-publisher.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { topicFlaws } from '../../../support/messaging/memory-publisher.ts';
import { createRelayWorld, type RelayWorld } from '../../../support/messaging/relay-world.ts';

const STREAMS = ['job-1', 'ledger-1', 'job-2', 'plan-3', 'job-1', 'ledger-1'];
const JOBS = categoryTopic('job');

type Astray = {
  readonly doctor?: (publisher: EventPublisher) => EventPublisher;
  /** No mark is saved for what is published last; the relay is told to stop as soon as it has gone astray. */
  readonly stops?: boolean;
};

/**
 * The jobs are made anew right before a relay that has published all publishes one more. Another relay publishes the
 * whole log behind it at once, so that no end is short afterwards.
 */
const goAstray = async (world: RelayWorld, { doctor = (one) => one, stops = false }: Astray = {}) => {
  await world.append(STREAMS);
  const [publisher, other] = [world.topics.open(), world.topics.open()];
  let before: Position = START;
  let stopped: Promise<void> | undefined;
  let isAstray = false;
  const publish = async (events: readonly StoredEvent[]) => {
    if (before === START || isAstray || events[0]?.stream !== 'job-1') return publisher.publish(events);
    isAstray = true;
    world.topics.lose(JOBS);
    const places = await publisher.publish(events);
    await other.publish(await world.events());
    if (stops) stopped = relay.close();
    return places;
  };
  const sleep: Timers['sleep'] = async (ms, signal) => {
    const isHeld = stops && before !== START && ms === limits.relayMarkEveryMs && signal?.aborted === false;
    if (isHeld) await once(signal, 'abort');
    return world.timers.sleep(ms, signal);
  };
  const relay = world.run(doctor({ ...publisher, publish }), { timers: { ...world.timers, sleep } });
  await world.caughtUp(relay);
  await eventually('the mark is there', () => world.topics.mark()?.position === relay.position());
  before = relay.position();
  await world.append(['plan-3']);
  await world.caughtUp(relay);
  await world.append(['job-1']);
  await eventually('it goes astray', () => isAstray);
  await stopped;
  return { relay, before };
};

test('a relay that published into a topic made anew says so, and publishes the whole log', async (t) => {
  const world = createRelayWorld(t);
  const { relay } = await goAstray(world);
  await eventually('it is told', () => world.errors.length > 0);
  await world.caughtUp(relay);
  t.regex(world.errors.join(), /topics were lost/);
  t.is(world.counted.get('pi_relay_losses_total'), 1, 'once');
  t.is(world.counted.get('pi_relay_faults_total'), 1);
  t.deepEqual(topicFlaws(world.topics, await world.events()), [`${JOBS}/1 has 1 of 3 events`]);
  await relay.close();
  world.topics.lose(JOBS);
  await world.caughtUp(world.run(world.topics.open()));
  t.deepEqual(topicFlaws(world.topics, await world.events()), [], 'made anew while no relay runs, it is whole');
});

test('a relay that is stopped before it could compare saves no mark', async (t) => {
  const world = createRelayWorld(t);
  const { relay, before } = await goAstray(world, { stops: true });
  t.true(relay.position() > before);
  t.is(world.topics.mark()?.position, before);
});

test('sabotage: without what a publish answers it goes on as if nothing were', async (t) => {
  const world = createRelayWorld(t);
  const doctor = (publisher: EventPublisher): EventPublisher => ({
    ...publisher,
    publish: async (events) => {
      await publisher.publish(events);
      return [];
    },
  });
  const { relay } = await goAstray(world, { doctor });
  await world.caughtUp(relay);
  await eventually('the mark is there', () => world.topics.mark()?.position === relay.position());
  t.true(topicFlaws(world.topics, await world.events()).length > 0);
  t.deepEqual(world.errors, []);
});
