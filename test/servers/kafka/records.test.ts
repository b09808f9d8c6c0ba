/** Troubles of topics: poison, duplicate records, lost topics. */
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { Kafka, logLevel, type Message as KafkaMessage } from 'kafkajs';
import { recordOf } from '../../../src/adapters/kafka/cloud-events.ts';
import type { KafkaConnection } from '../../../src/adapters/kafka/open-kafka.ts';
import { partitionOf } from '../../../src/adapters/kafka/partition.ts';
import { asyncApiDocument } from '../../../src/http/asyncapi/document.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { DEAD_LETTER_TOPIC } from '../../../src/kernel/topics.ts';
import type { ConsumeOptions } from '../../../src/ports/message-log.ts';
import { eventually, untilItSucceeds } from '../../support/kernel/eventually.ts';
import { deleteTopics, ledTopics, nameOf, newStreams, ownTopics, TOPIC } from '../../support/messaging/kafka-topics.ts';
import { recordTopics } from '../../support/messaging/record-topics.ts';
import { checkTraffic } from '../../support/messaging/recorded-traffic.ts';
import { requireServer } from '../../support/servers/require.ts';

const PATIENCE_MS = 60_000;

const brokers = requireServer(test, 'kafka')?.split(',');

const foreign = new Kafka({ brokers: brokers ?? [], clientId: 'foreign', logLevel: logLevel.NOTHING });

const seeing = (): { options: ConsumeOptions; seen: string[] } => {
  const seen: string[] = [];
  const handle: ConsumeOptions['handle'] = async ({ event }) => {
    seen.push(nameOf(event));
    return { kind: 'done' };
  };
  return { options: { topic: TOPIC, group: 'seeing', inFlightMax: 8, ordered: true, handle }, seen };
};

const write = async (topic: string, messages: KafkaMessage[]): Promise<void> => {
  const producer = foreign.producer({
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
};

if (brokers !== undefined) {
  test('a record that is no event goes to the dead letters with its place, and its partition goes on', async (t) => {
    const { topics, kafka } = await ledTopics(t, brokers, PATIENCE_MS);
    const [stream = ''] = newStreams(1);
    const partition = partitionOf(stream, limits.messagePartitions);
    const [first, second] = topics.make([stream], 2);
    if (first === undefined || second === undefined) throw new Error('two were made');
    const { headers } = recordOf(first);
    await kafka.publisher.publish([first]);
    await write(topics.topicPrefix + TOPIC, [
      { partition, key: stream, value: 'no event at all' },
      { partition, key: stream, value: null, headers },
      {
        partition,
        key: stream,
        value: '{}',
        headers: { ...headers, pi_metadata: Buffer.from([0xff]), ce_sequence: '0000z' },
      },
    ]);
    await kafka.publisher.publish([second]);

    const { options, seen } = seeing();
    const consumer = await kafka.messages.consume(options);
    await eventually(
      'the partition went on',
      async () => seen.length === 2 && (await consumer.lag()) === 0,
      PATIENCE_MS,
    );
    t.deepEqual(seen, [nameOf(first), nameOf(second)]);
    const { letters } = await kafka.messages.deadLetters(10);
    t.deepEqual(
      letters.map(({ group, key, position, attempts }) => ({ group, key, position, attempts })),
      [1, 3].map((offset) => ({ group: 'seeing', key: stream, position: `${partition}@${offset}`, attempts: 0 })),
      'the one in between comes at a sequence that was seen',
    );
    t.true(letters.every(({ reason }) => reason.startsWith('it is no event')));

    const [letter] = letters;
    await kafka.messages.redrive(letter?.id ?? '');
    await eventually(
      'it is what it was',
      async () => (await kafka.messages.deadLetters(10)).letters.length === 2,
      PATIENCE_MS,
    );
    await consumer.stop();
    const again = seeing();
    await (await kafka.messages.consume(again.options)).stop();
    t.deepEqual(again.seen, []);
    const recorded = await recordTopics(brokers, [DEAD_LETTER_TOPIC], topics.topicPrefix);
    t.true(recorded.some(({ headers }) => 'pi_dead_up_to' in headers));
    t.deepEqual(checkTraffic(asyncApiDocument(), recorded), []);
  });

  test('duplicates of two relays are handled once; sabotage: without sequences, twice', async (t) => {
    const { topics, kafka } = await ledTopics(t, brokers, PATIENCE_MS);
    const twin = topics.open();
    t.teardown(async () => twin.close());
    const events = topics.make(newStreams(20), 10);
    const relay = async (one: KafkaConnection, batch: number): Promise<void> => {
      for (let at = 0; at < events.length; at += batch) await one.publisher.publish(events.slice(at, at + batch));
    };
    await Promise.all([relay(kafka, 7), relay(twin, 30)]);
    const { options, seen } = seeing();
    const consumer = await kafka.messages.consume(options);
    await eventually('all are handled', async () => seen.length >= events.length, PATIENCE_MS);
    await eventually('and nothing waits', async () => (await consumer.lag()) === 0, PATIENCE_MS);
    t.deepEqual(seen.toSorted(), events.map(nameOf).toSorted());
    const ends = await kafka.publisher.endOffsets();
    const records = ends.reduce((sum, { endOffset }) => sum + Number(endOffset), 0);
    t.is(records, 2 * events.length, 'they are there twice');
  });

  test('a topic that is lost and published anew reaches its consumers, from its beginning', async (t) => {
    const { topics, kafka } = await ledTopics(t, brokers, PATIENCE_MS);
    const events = topics.make(newStreams(10), 4);
    await kafka.publisher.publish(events);
    const { options, seen } = seeing();
    const consumer = await kafka.messages.consume(options);
    await eventually('all are handled', () => seen.length === events.length, PATIENCE_MS);
    await deleteTopics(brokers, topics.topicPrefix + TOPIC);
    await eventually(
      'it ends where it begins',
      async () => (await kafka.publisher.endOffsets()).every(({ endOffset }) => endOffset === '0'),
      PATIENCE_MS,
    );
    const more = topics.make(newStreams(10), 1);
    await untilItSucceeds('it is published', async () => kafka.publisher.publish([...events, ...more]), PATIENCE_MS);
    await eventually('what is new is handled', () => more.every((one) => seen.includes(nameOf(one))), PATIENCE_MS);
    await consumer.stop();
    t.true(seen.length >= events.length + more.length);
  });

  test('a mark is read as it was saved last; one that was never saved is none', async (t) => {
    const { topics, kafka } = await ledTopics(t, brokers, PATIENCE_MS);
    t.is(await kafka.publisher.mark(), undefined);
    const endOffsets = await kafka.publisher.endOffsets();
    t.true(endOffsets.length > limits.messagePartitions);
    for (const position of ['0001', '0002']) await kafka.publisher.saveMark({ position, endOffsets });
    const other = topics.open();
    t.teardown(async () => other.close());
    t.deepEqual(await other.publisher.mark(), { position: '0002', endOffsets });
  });

  test('a consumer that reads ahead of a slow handler holds no more than its bound', async (t) => {
    const { topics, kafka } = await ledTopics(t, brokers, PATIENCE_MS);
    const events = topics.make(newStreams(100), 30);
    await kafka.publisher.publish(events);
    const gate = Promise.withResolvers<void>();
    const { options, seen } = seeing();
    const consumer = await kafka.messages.consume({
      ...options,
      handle: async (message, stillOwned) => {
        await gate.promise;
        return options.handle(message, stillOwned);
      },
    });
    await eventually(
      'it has taken what it may',
      async () => (await consumer.lag()) >= limits.messageReadAheadMax,
      PATIENCE_MS,
    );
    await wait(2 * limits.kafkaFetchWaitMs);
    t.deepEqual(seen, []);
    gate.resolve();
    await eventually('all are handled', () => seen.length >= events.length, PATIENCE_MS);
    t.is(new Set(seen).size, events.length);
  });
}

test('a broker that is down: consumers wait, questions are faults, and closing ends', async (t) => {
  const kafka = ownTopics(['127.0.0.1:1']).open();
  const consumer = await kafka.messages.consume(seeing().options);
  t.is(await consumer.lag(), 0);
  await t.throwsAsync(kafka.ping(), { code: 'unavailable' });
  await t.throwsAsync(kafka.messages.deadLetters(1), { code: 'unavailable' });
  await t.throwsAsync(kafka.publisher.mark(), { code: 'unavailable' });
  const told = async () => consumer.lag().catch((error: unknown) => error);
  await eventually('nobody takes it for idle', async () => isFault(await told(), 'unavailable'), PATIENCE_MS);
  await kafka.close();
  await t.throwsAsync(kafka.ping(), { code: 'unavailable' });
});
