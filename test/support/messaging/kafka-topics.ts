/** Topics of a test's own on a shared broker, one category of them. Events go there without a log. */
import { randomUUID } from 'node:crypto';
import { openKafka, type KafkaConnection, type KafkaOptions } from '../../../src/adapters/kafka/open-kafka.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { categoryTopic, topicSettings } from '../../../src/kernel/topics.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { untilItSucceeds } from '../kernel/eventually.ts';
import { silentLogger } from '../kernel/silent-logger.ts';

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
        clock: createClock(),
        timers: createTimers(),
        background: createTimers({ background: true }),
        logger: silentLogger,
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

export const newStreams = (count: number): readonly string[] =>
  Array.from({ length: count }, () => `${CATEGORY}-${randomUUID()}`);

export const nameOf = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string =>
  `${stream}@${revision}`;
