/** Topics of a test's own on a shared broker, one category of them. Events go there without a log. */
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { openKafka, type KafkaConnection, type KafkaOptions } from '../../../src/adapters/kafka/open-kafka.ts';
import { categoryTopic, topicSettings } from '../../../src/kernel/topics.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { untilItSucceeds } from '../kernel/eventually.ts';
import type { Owner } from '../process/of-file.ts';

export const CATEGORY = 'check';
export const TOPIC = categoryTopic(CATEGORY);

export type OwnTopics = {
  readonly topicPrefix: string;
  /** Another process, as far as the broker can tell. */
  readonly open: (changes?: Partial<KafkaOptions>) => KafkaConnection;
  /** Events of these streams, one after the other to each, at positions after all that were made before. */
  readonly make: (streams: readonly string[], each: number) => readonly StoredEvent[];
};

export const ownTopics = (brokers: readonly string[], topicPrefix = `own-${randomUUID()}.`): OwnTopics => {
  const revisions = new Map<string, number>();
  let position = 0;
  const next = (stream: string): StoredEvent => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    position += 1;
    return {
      stream,
      revision,
      position: `0000${String(position).padStart(12, '0')}`,
      id: randomUUID(),
      type: 'SomethingHappened',
      data: JSON.stringify({ revision }),
      metadata: '{"at":"2026-11-21T10:00:00.000Z","correlationId":"check","v":1}',
    };
  };
  return Object.freeze({
    topicPrefix,
    open: (changes: Partial<KafkaOptions> = {}) =>
      openKafka({
        brokers,
        clientId: 'check',
        topics: topicSettings([CATEGORY]),
        topicPrefix,
        ...createSystem({ logLevel: 'silent' }),
        ...changes,
      }),
    make: (streams: readonly string[], each: number) => Array.from({ length: each }, () => streams.map(next)).flat(),
  });
};

/** Makes the topics, and waits until a broker leads each of their partitions. */
export const untilTopicsAreLed = async (
  kafka: Pick<KafkaConnection, 'ensureTopics' | 'publisher'>,
  patienceMs: number,
): Promise<void> => {
  await untilItSucceeds('the topics are there', async () => kafka.ensureTopics(), patienceMs);
  await untilItSucceeds('a broker leads them', async () => kafka.publisher.endOffsets(), patienceMs);
};

/** Topics that are led, and a connection to them. */
export const ledTopics = async (t: Pick<Owner, 'teardown'>, brokers: readonly string[], patienceMs: number) => {
  const topics = ownTopics(brokers);
  const kafka = topics.open();
  t.teardown(async () => kafka.close());
  await untilTopicsAreLed(kafka, patienceMs);
  return { topics, kafka };
};

/** As an operator does. A deletion reaches the leader of a partition a while after its answer. */
export const deleteTopics = async (brokers: readonly string[], ...topics: readonly string[]): Promise<void> => {
  const admin = new Kafka({ clientId: 'operator', brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [...topics] });
  await admin.disconnect();
};

export const newStreams = (count: number): readonly string[] =>
  Array.from({ length: count }, () => `${CATEGORY}-${randomUUID()}`);

export const nameOf = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string =>
  `${stream}@${revision}`;
