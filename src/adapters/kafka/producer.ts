/**
 * Writes records, in order, one request under way at a time.
 *
 * kafkajs retries nothing by itself here. A partition can move between two of its tries to a broker that has already
 * answered for others. kafkajs then takes the request for answered, and the records are lost. So the whole request is
 * sent again, and an answer counts only if it names every partition. Both ways lead to duplicate records, never to
 * missing ones; readers drop duplicates by sequence.
 */
import type { Kafka, Message, RecordMetadata, TopicMessages } from 'kafkajs';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { logClosed } from '../../messaging/message-log.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { PublishedRecords } from '../../ports/event-publisher.ts';
import { placeOf, splitIntoRequests, type Sized } from './batches.ts';
import { isUnknownTopic, untilLeft } from './client.ts';
import { createLazyConnection } from './lazy-connection.ts';

export type Outgoing = Sized & {
  readonly key: string | Buffer | null;
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string | Buffer>>;
};

export type RecordWriter = {
  /**
   * Answers when all replicas in sync have all of them, with their offsets: an entry for each partition of each
   * request, in order. Fault `unavailable`: some may have been written.
   */
  write(records: readonly Outgoing[]): Promise<readonly PublishedRecords[]>;
  close(): Promise<void>;
};

export type RecordWriterDeps = {
  readonly client: Kafka;
  readonly timers: Timers;
  readonly logger: Logger;
  /**
   * Makes missing topics. Left out: nothing is made, nothing is retried, and every error is thrown. The relay must
   * check its topics before it retries. A topic that came back empty would begin with later events, and hide the
   * earlier ones (infra/decisions/0030).
   */
  readonly makeTopics?: () => Promise<unknown>;
};

export const createRecordWriter = ({ client, timers, logger, makeTopics }: RecordWriterDeps): RecordWriter => {
  const newProducer = () =>
    client.producer({
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
      // Every message names its partition.
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
    });
  /** After a failure another one is made: the list of brokers and leaders of the first may be stale. */
  const connection = createLazyConnection(newProducer, timers);
  const inTurn = createGate({ placesMax: 1, waitingMax: Infinity });
  let stopped = false;

  const send = async (request: readonly Outgoing[]): Promise<readonly PublishedRecords[]> =>
    connection.use(async (producer) => {
      const topicMessages = byTopic(request);
      const answers = await producer.sendBatch({ topicMessages, acks: -1, timeout: limits.kafkaRequestTimeoutMs });
      const silent = unanswered(request, answers);
      if (silent.length > 0) throw new Fault('unavailable', `no answer for ${silent.join(', ')}`);
      return placesIn(request, answers);
    });

  const sendUntilTaken = async (request: readonly Outgoing[]): Promise<readonly PublishedRecords[]> => {
    const waits = makeTopics === undefined ? [] : limits.kafkaRetryMs;
    for (let tries = 0; ; tries += 1) {
      const wait = waits[tries];
      if (stopped) throw logClosed();
      try {
        return await send(request);
      } catch (error) {
        if (wait === undefined) throw error;
        logger.info({ error }, 'a request to Kafka failed; sending it again');
        if (isUnknownTopic(error)) await makeTopics?.().catch(() => undefined);
        await timers.sleep(wait);
      }
    }
  };

  const writeAll = async (records: readonly Outgoing[]): Promise<readonly PublishedRecords[]> => {
    const bounds = { partitionBytesMax: limits.kafkaBatchBytesMax, requestBytesMax: limits.kafkaRequestBytesMax };
    const places: PublishedRecords[] = [];
    for (const request of splitIntoRequests(records, bounds)) places.push(...(await sendUntilTaken(request)));
    return places;
  };

  return Object.freeze({
    write: async (records: readonly Outgoing[]) => {
      if (stopped) throw logClosed();
      return inTurn.run(async () => writeAll(records));
    },
    close: async () => {
      stopped = true;
      const allWritten = inTurn.run(async () => undefined);
      await untilLeft(timers, allWritten);
      await connection.close();
    },
  });
};

const byTopic = (request: readonly Outgoing[]): TopicMessages[] => {
  const topics = new Map<string, Message[]>();
  for (const { topic, partition, key, value, headers } of request) {
    const messages = topics.get(topic) ?? [];
    messages.push({ key, value, partition, headers });
    topics.set(topic, messages);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
};

/** Places of records that no answer names. */
export const unanswered = (
  request: readonly Pick<Sized, 'topic' | 'partition'>[],
  answers: readonly Pick<RecordMetadata, 'topicName' | 'partition' | 'errorCode'>[],
): readonly string[] => {
  const taken = answers.filter(({ errorCode }) => errorCode === 0);
  const places = new Set(taken.map(({ topicName, partition }) => placeOf({ topic: topicName, partition })));
  return [...new Set(request.map(placeOf))].filter((place) => !places.has(place));
};

/** The offsets of a request's records: those of a partition are one batch, so they are consecutive. */
export const placesIn = (
  request: readonly Pick<Sized, 'topic' | 'partition'>[],
  answers: readonly Pick<RecordMetadata, 'topicName' | 'partition' | 'baseOffset'>[],
): readonly PublishedRecords[] => {
  const counts = new Map<string, number>();
  for (const record of request) counts.set(placeOf(record), (counts.get(placeOf(record)) ?? 0) + 1);
  return answers.flatMap(({ topicName: topic, partition, baseOffset }) => {
    const count = counts.get(placeOf({ topic, partition }));
    // Brokers before 0.11 name it otherwise: nothing is known then, which is no fault.
    if (count === undefined || baseOffset === undefined) return [];
    return [{ topic, partition, firstOffset: baseOffset, endOffset: String(BigInt(baseOffset) + BigInt(count)) }];
  });
};
