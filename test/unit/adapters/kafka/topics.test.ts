/** Topics that were made have no leader while their server goes away: the relay must not wait for each of them. */
import test from 'ava';
import type { Admin } from 'kafkajs';
import { createTopics, type TopicOnServer } from '../../../../src/adapters/kafka/topics.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';

const topics: readonly TopicOnServer[] = ['a', 'b', 'c'].map((topic) => ({
  topic,
  partitions: 1,
  cleanupPolicy: 'delete',
  retentionMs: -1,
}));

/** Names of topics in the order in which their offsets were asked for. */
const asksOf = async (isLed: (ask: number) => boolean): Promise<readonly string[]> => {
  const asked: string[] = [];
  const server = {
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: [{}] }),
    createTopics: async () => true,
    fetchTopicOffsets: async (topic: string) => {
      asked.push(topic);
      if (!isLed(asked.length)) throw new Error('no leader');
      return [];
    },
  } as unknown as Admin;
  await createTopics(server, topics, createHastyTimers());
  return asked;
};

test('a server that goes away while its topics are made is waited for once, whatever their number', async (t) => {
  const asked = await asksOf(() => false);
  t.deepEqual(
    asked,
    limits.kafkaReconnectMs.map(() => 'a'),
  );
});

test('each topic that was made is waited for', async (t) => {
  t.deepEqual(await asksOf((ask) => ask > 2), ['a', 'a', 'a', 'b', 'c']);
});
