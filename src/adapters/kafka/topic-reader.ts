/**
 * Reads topics without a group: where they end, and single partitions from one offset to the present end.
 *
 * kafkajs reads for groups only, and joining one takes seconds. Its connections can read without a group, and it hands
 * one to the assigner of partitions: that one is used here (decision 0029).
 */
import type { Cluster, Kafka } from 'kafkajs';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import type { PublishedPartition } from '../../ports/event-publisher.ts';
import { isUnknownTopic } from './client.ts';
import type { ReadRecord } from './cloud-events.ts';
import { createLazyConnection } from './lazy-connection.ts';

export type OffsetRecord = ReadRecord & { readonly offset: string };

type Partitions = { readonly topic: string; readonly partitions: number };

export type TopicReader = {
  /** Where each partition ends now. Fault `unavailable`, also while a topic has fewer partitions. */
  ends(topics: readonly Partitions[]): Promise<readonly PublishedPartition[]>;
  /** Fault `unavailable`, also while the topic has fewer partitions: kafkajs drops records of the others. */
  requirePartitions(wanted: Partitions): Promise<void>;
  /**
   * Each record of a partition from an offset on to where it ends now, in order. The offset is its beginning unless
   * stated. Fault `unavailable`; some records may have been given by then.
   */
  read(topic: string, from: number | undefined, each: (record: OffsetRecord) => void): Promise<void>;
  close(): Promise<void>;
};

export type TopicReaderDeps = {
  readonly client: Kafka;
  readonly timers: Timers;
  /** Make topics that turn out not to be there: all of them, or only those that are not of the log. */
  readonly ensureTopics: () => Promise<unknown>;
  readonly ensureOwnTopics: () => Promise<unknown>;
};

export const createTopicReader = ({ client, timers, ensureTopics, ensureOwnTopics }: TopicReaderDeps): TopicReader => {
  const connection = createLazyConnection(() => clusterOf(client), timers);

  /** Readers look only: to look again is harmless. */
  const asking = async <R>(
    topics: readonly string[],
    make: () => Promise<unknown>,
    ask: (cluster: Cluster) => Promise<R>,
  ): Promise<R> => {
    for (const wait of limits.kafkaRetryMs) {
      connection.requireOpen();
      try {
        return await askOnce(topics, ask);
      } catch (error) {
        if (isUnknownTopic(error)) await make().catch(() => undefined);
        else if (wait === limits.kafkaRetryMs[2]) throw error;
        await timers.sleep(wait);
      }
    }
    return askOnce(topics, ask);
  };

  const askOnce = async <R>(topics: readonly string[], ask: (cluster: Cluster) => Promise<R>): Promise<R> =>
    connection.use(async (cluster) => {
      await cluster.addMultipleTargetTopics([...topics]);
      await cluster.refreshMetadataIfNecessary();
      return ask(cluster);
    });

  const edge = async (cluster: Cluster, topic: string, fromBeginning: boolean): Promise<number> => {
    const [found] = await cluster.fetchTopicsOffset([{ topic, partitions: [{ partition: 0 }], fromBeginning }]);
    return Number(found?.partitions[0]?.offset ?? 0);
  };

  return Object.freeze({
    ends: async (topics: readonly Partitions[]) =>
      asking(
        topics.map(({ topic }) => topic),
        ensureTopics,
        async (cluster) => {
          const wanted = topics.map(({ topic, partitions }) => ({
            topic,
            partitions: Array.from({ length: partitions }, (_, partition) => ({ partition })),
            fromBeginning: false,
          }));
          const found = await cluster.fetchTopicsOffset(wanted);
          requireAll(topics, found);
          return found.flatMap(({ topic, partitions }) =>
            partitions.map(({ partition, offset }) => ({ topic, partition, endOffset: offset })),
          );
        },
      ),
    requirePartitions: async (wanted: Partitions) =>
      asking([wanted.topic], ensureOwnTopics, async (cluster) =>
        requireAll([wanted], [{ topic: wanted.topic, partitions: cluster.findTopicPartitionMetadata(wanted.topic) }]),
      ),
    read: async (topic: string, from: number | undefined, each: (record: OffsetRecord) => void) => {
      let at = from ?? 0;
      await asking([topic], ensureOwnTopics, async (cluster) => {
        const end = await edge(cluster, topic, false);
        at = Math.max(at, await edge(cluster, topic, true));
        let wasEmpty = false;
        while (at < end) {
          const records = await fetch(cluster, topic, at);
          // Two empty reads below the end: the records are compacted away. One may be a broker that had none at hand.
          if (records.length === 0 && wasEmpty) return;
          wasEmpty = records.length === 0;
          if (wasEmpty) continue;
          let next = at + 1;
          for (const record of records) {
            const offset = Number(record.offset);
            if (offset < at || offset >= end) continue;
            each(record);
            next = offset + 1;
          }
          at = next;
        }
      });
    },
    close: async () => connection.close(),
  });
};

/**
 * kafkajs leaves out partitions that a topic has not. Another tool may have made the topic, or a broker that
 * makes one for the first client that asks. Records of the missing partitions would never be taken.
 */
const requireAll = (
  topics: readonly Partitions[],
  found: readonly { readonly topic: string; readonly partitions: readonly unknown[] }[],
): void => {
  const counts = new Map(found.map(({ topic, partitions }) => [topic, partitions.length]));
  for (const { topic, partitions } of topics) {
    const count = counts.get(topic) ?? 0;
    if (count >= partitions) continue;
    throw new Fault('unavailable', `the topic ${topic} has ${count} of ${partitions} partitions: add the others to it`);
  }
};

const fetch = async (cluster: Cluster, topic: string, offset: number): Promise<readonly OffsetRecord[]> => {
  const leaders = Object.keys(cluster.findLeaderForPartitions(topic, [0]));
  const broker = await cluster.findBroker({ nodeId: leaders[0] ?? '' });
  const maxBytes = limits.kafkaFetchBytesMax;
  const fetched = (await broker.fetch({
    maxWaitTime: 0,
    maxBytes,
    topics: [{ topic, partitions: [{ partition: 0, fetchOffset: String(offset), maxBytes }] }],
  })) as { responses: readonly { partitions: readonly { messages: readonly OffsetRecord[] }[] }[] };
  return fetched.responses[0]?.partitions[0]?.messages ?? [];
};

/** The connections of a consumer that never runs. */
const clusterOf = (client: Kafka): Cluster => {
  let found: Cluster | undefined;
  const assigner = ({ cluster }: { cluster: Cluster }) => {
    found = cluster;
    return { name: 'none', version: 0, assign: async () => [], protocol: () => ({ name: 'none', metadata: EMPTY }) };
  };
  client.consumer({ groupId: 'none', partitionAssigners: [assigner], allowAutoTopicCreation: false });
  if (found === undefined) throw new Error('kafkajs has not made its assigners');
  return found;
};

const EMPTY = Buffer.alloc(0);
