/** Every record of real topics, from their beginning to their present end, with a client that knows nothing of us. */
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import type { TopicRecord } from './recorded-traffic.ts';

/** In the order of each partition. `prefix` is before each name on the server, and not in the records. */
export const recordTopics = async (
  brokers: readonly string[],
  topics: readonly string[],
  prefix = '',
): Promise<readonly TopicRecord[]> => {
  const kafka = new Kafka({ clientId: 'recorder', brokers: [...brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const groupId = `recorder-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId });
  await admin.connect();
  await consumer.connect();
  try {
    const open = new Map<string, bigint>();
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(prefix + topic)) {
        if (low !== high) open.set(`${topic}/${partition}`, BigInt(high));
      }
    }
    const records: TopicRecord[] = [];
    if (open.size === 0) return records;
    const { promise: ended, resolve, reject } = Promise.withResolvers<readonly TopicRecord[]>();
    consumer.on('consumer.crash', ({ payload }) => {
      // It begins again by itself after what passes by, such as a coordinator that is still loading.
      if (!payload.restart) reject(payload.error);
    });
    await consumer.subscribe({ topics: topics.map((topic) => prefix + topic), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic: name, partition, message: { key, headers = {}, value, offset } }) => {
        const topic = name.slice(prefix.length);
        const end = open.get(`${topic}/${partition}`);
        if (end === undefined) return;
        const text = Object.fromEntries(Object.entries(headers).map(([header, one]) => [header, one?.toString()]));
        records.push({ topic, partition, key: key?.toString() ?? null, headers: text, value: value?.toString() ?? '' });
        if (BigInt(offset) + 1n >= end) open.delete(`${topic}/${partition}`);
        if (open.size === 0) resolve(records);
      },
    });
    return await ended;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
};
