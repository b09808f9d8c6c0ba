/** No record counts as written before every partition has confirmed it. */
import test from 'ava';
import type { Kafka, ProducerBatch, RecordMetadata } from 'kafkajs';
import { splitIntoRequests } from '../../../../src/adapters/kafka/batches.ts';
import {
  createRecordWriter,
  placesIn,
  unanswered,
  type Outgoing,
  type RecordWriter,
} from '../../../../src/adapters/kafka/producer.ts';
import { internalTopics, topicConfig } from '../../../../src/adapters/kafka/topics.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

type Answer = (batch: ProducerBatch) => readonly Partial<RecordMetadata>[];

const record = (partition: number, changes: Partial<Outgoing> = {}): Outgoing => ({
  topic: 'jobs',
  partition,
  key: `k${partition}`,
  value: '{}',
  headers: {},
  bytes: 100,
  ...changes,
});

const placesOf = ({
  topicMessages = [],
}: ProducerBatch): { topicName: string; partition: number; errorCode: number }[] =>
  topicMessages.flatMap(({ topic, messages }) =>
    messages.map(({ partition = -1 }) => ({ topicName: topic, partition, errorCode: 0 })),
  );

/** A server whose answers are given one after the other; the last one stays. */
const written = (...answers: Answer[]): { writer: RecordWriter; sent: number[][]; made: () => number } => {
  const sent: number[][] = [];
  let made = 0;
  const producer = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    sendBatch: async (batch: ProducerBatch) => {
      sent.push(placesOf(batch).map(({ partition }) => partition));
      return answers[Math.min(sent.length, answers.length) - 1]?.(batch);
    },
  };
  const client = { producer: () => producer } as unknown as Kafka;
  const makeTopics = async (): Promise<void> => void (made += 1);
  const deps = { client, timers: createHastyTimers(), logger: silentLogger, makeTopics };
  return { writer: createRecordWriter(deps), sent, made: () => made };
};

const fails: Answer = () => {
  throw new Error('no leader');
};

test('an answer that leaves a partition out is none: all of it is sent again', async (t) => {
  const { writer, sent } = written((batch) => placesOf(batch).slice(1), placesOf);
  await writer.write([record(1), record(2), record(3)]);
  t.deepEqual(sent, [
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test('a failed request is sent again unchanged, in order, and then it is a fault', async (t) => {
  const twice = written(fails, fails, placesOf);
  await Promise.all([twice.writer.write([record(1)]), twice.writer.write([record(2)])]);
  t.deepEqual(twice.sent, [[1], [1], [1], [2]]);
  const never = written(fails);
  await t.throwsAsync(never.writer.write([record(1)]), { code: 'unavailable' });
  t.is(never.sent.length, limits.kafkaRetryMs.length + 1);
  await t.throwsAsync(never.writer.write([record(1)]), { code: 'unavailable' });
});

test('topics that are not there are made', async (t) => {
  const { writer, made } = written(() => {
    throw Object.assign(new Error('wrapped'), {
      cause: Object.assign(new Error(), { type: 'UNKNOWN_TOPIC_OR_PARTITION' }),
    });
  }, placesOf);
  await writer.write([record(1)]);
  t.is(made(), 1);
});

test('after it was closed nothing is written', async (t) => {
  const { writer, sent } = written(placesOf);
  await writer.close();
  await t.throwsAsync(writer.write([record(1)]), { code: 'unavailable' });
  t.deepEqual(sent, []);
});

test('an error of a partition is no answer for it', (t) => {
  const answers = [
    { topicName: 'jobs', partition: 1, errorCode: 0 },
    { topicName: 'jobs', partition: 2, errorCode: 6 },
  ];
  t.deepEqual(unanswered([record(1), record(2), record(3), record(3)], answers), ['jobs/2', 'jobs/3']);
});

test('the offsets of records are told, request by request', async (t) => {
  let end = 90;
  const { writer } = written(fails, (batch) => {
    const places = placesOf(batch);
    const answers = places.filter(({ partition }, at) => places.findIndex((one) => one.partition === partition) === at);
    end += 10;
    return answers.map((answer) => ({ ...answer, baseOffset: String(end) }));
  });
  const bytes = limits.kafkaBatchBytesMax / 2;
  t.deepEqual(await writer.write([record(1, { bytes }), record(2), record(1, { bytes }), record(1, { bytes })]), [
    { topic: 'jobs', partition: 1, firstOffset: '100', endOffset: '102' },
    { topic: 'jobs', partition: 2, firstOffset: '100', endOffset: '101' },
    { topic: 'jobs', partition: 1, firstOffset: '110', endOffset: '111' },
  ]);
  const nameless = [{ topicName: 'jobs', partition: 1, errorCode: 0 }];
  t.deepEqual(placesIn([record(1)], nameless), [], 'an old broker does not say');
  const long = [{ topicName: 'jobs', partition: 1, baseOffset: '9007199254740992' }];
  t.is(placesIn([record(1)], long)[0]?.endOffset, '9007199254740993');
});

test('requests keep the order and both bounds; what is over them goes alone', (t) => {
  const bounds = { partitionBytesMax: 300, requestBytesMax: 500 };
  const records = [1, 1, 1, 1, 2, 3, 3].map((partition) => record(partition));
  const split = splitIntoRequests(records, bounds);
  t.deepEqual(split.flat(), records);
  t.deepEqual(
    split.map((request) => request.map(({ partition }) => partition)),
    [
      [1, 1, 1],
      [1, 2, 3, 3],
    ],
  );
  const wide = splitIntoRequests(
    [1, 2, 3, 4, 5, 6].map((partition) => record(partition)),
    bounds,
  );
  t.deepEqual(
    wide.map((request) => request.length),
    [5, 1],
  );
  const large = splitIntoRequests([record(1), record(1, { bytes: 9_000 }), record(1)], bounds);
  t.deepEqual(
    large.map((request) => request.length),
    [1, 1, 1],
  );
  t.deepEqual(splitIntoRequests([], bounds), []);
});

test('topics are copied to each broker, to three at most, and then two must have a record', (t) => {
  const [redrive] = internalTopics;
  if (redrive === undefined) throw new Error('there are topics of our own');
  const wanted = [1, 2, 3, 5].map((brokers) => {
    const { replicationFactor, configEntries = [] } = topicConfig(redrive, brokers);
    return [replicationFactor, configEntries.find(({ name }) => name === 'min.insync.replicas')?.value];
  });
  t.deepEqual(wanted, [
    [1, '1'],
    [2, '1'],
    [3, '2'],
    [3, '2'],
  ]);
  t.like(topicConfig(redrive, 1), { numPartitions: limits.messagePartitions });
  t.true(topicConfig(redrive, 1).configEntries?.some(({ name, value }) => name === 'retention.ms' && value === '-1'));
});
