/**
 * Kafka as the message log and as where the relay publishes (infra/decisions/0029).
 *
 * Opening asks nothing of the server: one that is down at the start is found later, and until then messages wait.
 */
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { DEAD_LETTER_TOPIC, type TopicSetting } from '../../kernel/topics.ts';
import { createMessageLog } from '../../messaging/message-log.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { EventPublisher } from '../../ports/event-publisher.ts';
import type { MessageLog } from '../../ports/message-log.ts';
import { createClient, type ClientOptions } from './client.ts';
import { startConsumer } from './consumer.ts';
import type { Letter } from './dead-letter-record.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createLazyConnection } from './lazy-connection.ts';
import { createRecordWriter } from './producer.ts';
import { type Held, isBehind } from './part.ts';
import { createPublisher } from './publisher.ts';
import { createTopicReader } from './topic-reader.ts';
import { createTopics, internalTopics, type TopicOnServer } from './topics.ts';

export type KafkaOptions = ClientOptions & {
  /** All topics that events belong to (`topicSettings` of kernel/topics.ts). */
  readonly topics: readonly TopicSetting[];
  /** Before each topic on the server, and each group, so that several services can share it; nothing unless stated. */
  readonly topicPrefix?: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Timers whose sleeps do not keep the process alive; `timers` unless stated. */
  readonly background?: Timers;
  /** Timers of retries, of parking and of the grace of a stop, for tests; `timers` unless stated. */
  readonly pace?: Timers;
};

export type KafkaConnection = {
  readonly messages: MessageLog;
  readonly publisher: EventPublisher;
  /** Makes the topics that are not there, and says which; as does asking for ends that are not there. */
  ensureTopics(): Promise<readonly string[]>;
  /** Fault `unavailable` when no broker answers. */
  ping(): Promise<void>;
  /** Stops all consumers and leaves; may be repeated. */
  close(): Promise<void>;
};

export const openKafka = (options: KafkaOptions): KafkaConnection => {
  const { topics, topicPrefix: prefix = '', clock, timers, logger } = options;
  const { background = timers, pace = timers } = options;
  const newClient = () => createClient(options);
  const client = newClient();
  const admin = createLazyConnection(() => client.admin(), timers);

  const make = async (wanted: readonly TopicOnServer[]): Promise<readonly string[]> => {
    const made = await admin.use(async (asked) => createTopics(asked, wanted, timers, prefix));
    if (made.length > 0) logger.warn({ topics: made }, 'topics were not there; they were made');
    return made;
  };
  /** One after the other: the second finds the topics that the first has made. */
  const inTurn = createGate({ placesMax: 1, waitingMax: Infinity });
  const makeInTurn = async (wanted: readonly TopicOnServer[]): Promise<readonly string[]> =>
    inTurn.run(async () => make(wanted));
  const ensureTopics = async (): Promise<readonly string[]> => makeInTurn([...topics, ...internalTopics]);
  /** Topics of the log are only made where the relay compares them: one that came back unnoticed would be wrong. */
  const ensureOwnTopics = async (): Promise<readonly string[]> =>
    makeInTurn([...topics.filter(({ topic }) => topic === DEAD_LETTER_TOPIC), ...internalTopics]);

  const writer = createRecordWriter({ client: newClient(), timers, logger, makeTopics: ensureOwnTopics });
  const log = createRecordWriter({ client: newClient(), timers, logger });
  const reader = createTopicReader({ client: newClient(), timers, ensureTopics, ensureOwnTopics });
  const letters = createDeadLetters({ writer, reader, prefix });

  const consuming = {
    newClient,
    timers,
    background,
    pace,
    clock,
    logger,
    bury: async (letter: Letter) => letters.bury(letter),
    isBehind: async (groupId: string, held: readonly Held[]) =>
      admin.use(async (asked) => isBehind(asked, groupId, held)),
    topicPrefix: prefix,
  };
  const messages = createMessageLog({
    start: async (consume) => startConsumer(consume, consuming),
    letters,
    close: async () => {
      await Promise.all([writer.close(), log.close(), reader.close(), admin.close()]);
    },
  });
  const publisher = createPublisher({ writer: log, reader, topics, prefix });

  return Object.freeze({
    messages,
    publisher,
    ensureTopics,
    ping: async () => {
      const { brokers } = await admin.use(async (asked) => asked.describeCluster());
      logger.debug({ brokers: brokers.length, sessionMs: limits.kafkaSessionMs }, 'Kafka answers');
    },
    close: async () => messages.close(),
  });
};
