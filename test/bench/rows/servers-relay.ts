/** The relay into Kafka, on a log that jobs have left, against kafkajs that sends the same records and batches. */
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type TopicMessages } from 'kafkajs';
import { recordOf } from '../../../src/adapters/kafka/cloud-events.ts';
import { openKafka } from '../../../src/adapters/kafka/open-kafka.ts';
import { partitionOf } from '../../../src/adapters/kafka/partition.ts';
import { type Relay, runRelay } from '../../../src/application/relay/run-relay.ts';
import { eventTypes } from '../../../events/registry.ts';
import { epochStart, type Position, START } from '../../../src/kernel/position.ts';
import { topicSettings, topicsOf } from '../../../src/kernel/topics.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { type JobLog, writeJobLog } from '../support/job-log.ts';
import { type Benchmark, interleaved, ratioRow } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { withServers } from '../support/servers.ts';

const WHAT = 'relay of the log into Kafka, against bare kafkajs sends of the same batches';

export const serversRelay: Benchmark = {
  name: 'servers-relay',
  run: async ({ quick, tell }) =>
    withServers(WHAT, ['kafka'], async ({ kafka }) =>
      withScratch(async (folder) => {
        tell('making jobs');
        const log = await writeJobLog(folder, quick ? 16 : 64, 24);
        const brokers = kafka.split(',');
        const relay = await openRelay(log, brokers);
        const bare = await openBare(brokers);
        const compared = await interleaved(
          quick ? 2 : 9,
          async () => log.events.length / (await relay.round()),
          // The first window of ours has told what the batches are.
          async () => log.events.length / (await bare.send(relay.batches())),
        );
        await relay.close();
        await bare.close();
        await log.close();
        const row = { what: WHAT, bound: { atLeast: 0.5 } };
        return [ratioRow(row, compared, 'events/s', { events: log.events.length })];
      }),
    ),
};

const SETTINGS = topicSettings(eventTypes.map(({ category }) => category));

/** One relay for all windows: in each the feed gives the whole log, once more and further on. */
const openRelay = async ({ feed, events }: JobLog, brokers: readonly string[]) => {
  const system = createSystem({ logLevel: 'error' });
  const topicPrefix = `bench-${randomUUID()}.`;
  const kafka = openKafka({ brokers, clientId: 'bench', topics: SETTINGS, topicPrefix, ...system });
  await kafka.ensureTopics();
  const rounds = createRounds(feed);
  const batches: (readonly StoredEvent[])[] = [];
  const publisher = {
    ...kafka.publisher,
    publish: async (published: readonly StoredEvent[]) => {
      if (rounds.count() === 1) batches.push(published);
      return kafka.publisher.publish(published);
    },
  };
  const relay = runRelay({ feed: rounds.feed, publisher, ...system });
  while (relay.state().kind !== 'following') await system.timers.sleep(10);
  return {
    batches: () => batches,
    round: async (): Promise<number> => {
      const end = inRound(rounds.count() + 1, events.at(-1)?.position ?? START);
      const start = performance.now();
      rounds.next();
      await reached(relay, end, async () => system.timers.sleep(2));
      return (performance.now() - start) / 1_000;
    },
    close: async () => {
      await relay.close();
      await kafka.close();
    },
  };
};

const reached = async (relay: Relay, end: Position, rest: () => Promise<void>): Promise<void> => {
  while (relay.position() < end) {
    const state = relay.state();
    if (state.kind === 'resting') throw state.error;
    await rest();
  }
};

/** Positions of a later round are those of a later epoch. */
const inRound = (round: number, position: Position): Position => epochStart(round) + position.slice(5);

const createRounds = (feed: EventFeed) => {
  let count = 0;
  let begun = Promise.withResolvers<void>();
  const subscribe: EventFeed['subscribe'] = async function* (_position, options = {}) {
    const ended = Promise.withResolvers<void>();
    options.signal?.addEventListener('abort', () => ended.resolve());
    for (;;) {
      await Promise.race([begun.promise, ended.promise]);
      if (options.signal?.aborted === true) return;
      begun = Promise.withResolvers();
      for await (const { events, through } of feed.read(START, options)) {
        const moved = events.map((event) => ({ ...event, position: inRound(count, event.position) }));
        yield { events: moved, through: inRound(count, through) };
      }
    }
  };
  return {
    feed: { subscribe, head: async () => Promise.resolve(inRound(count + 1, START)) },
    count: () => count,
    next: () => {
      count += 1;
      begun.resolve();
    },
  };
};

/** Topics like ours, and a producer as its manual says. */
const openBare = async (brokers: readonly string[]) => {
  const prefix = `bench-${randomUUID()}.`;
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'bare', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const replicationFactor = Math.min(3, (await admin.describeCluster()).brokers.length);
  await admin.createTopics({
    topics: SETTINGS.map(({ topic, partitions }) => ({
      topic: prefix + topic,
      numPartitions: partitions,
      replicationFactor,
    })),
  });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  let made: readonly TopicMessages[][] | undefined;
  return {
    /** Seconds. The records are made before that. */
    send: async (batches: readonly (readonly StoredEvent[])[]): Promise<number> => {
      made ??= batches.map((events) => messagesOf(events, prefix));
      const start = performance.now();
      for (const topicMessages of made) await producer.sendBatch({ topicMessages, acks: -1 });
      return (performance.now() - start) / 1_000;
    },
    close: async () => {
      await producer.disconnect();
      await admin.disconnect();
    },
  };
};

const messagesOf = (events: readonly StoredEvent[], prefix: string): TopicMessages[] => {
  const records = events.flatMap((event) => topicsOf(event).map((topic) => ({ topic, record: recordOf(event) })));
  return [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, own]) => {
    const partitions = SETTINGS.find((one) => one.topic === topic)?.partitions ?? 1;
    const messages = own.map(({ record }) => ({ ...record, partition: partitionOf(record.key, partitions) }));
    return { topic: prefix + topic, messages };
  });
};
