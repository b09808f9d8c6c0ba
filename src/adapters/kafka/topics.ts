/** The topics on the server: how each is made, and that they are there. */
import type { Admin, ITopicConfig } from 'kafkajs';
import { limits } from '../../kernel/limits.ts';
import type { TopicSetting } from '../../kernel/topics.ts';
import type { Timers } from '../../ports/basics.ts';

/** Dead letters that go to their group once more; each consumer reads the partitions that it has of its own topic. */
export const REDRIVE_TOPIC = 'pi.redrive.v1';
/** Where a relay keeps its mark. */
export const RELAY_TOPIC = 'pi.relay.v1';

export type TopicOnServer = Omit<TopicSetting, 'cleanupPolicy'> & { readonly cleanupPolicy: 'delete' | 'compact' };

/** Topics that only this adapter uses. */
export const internalTopics: readonly TopicOnServer[] = [
  { topic: REDRIVE_TOPIC, partitions: limits.messagePartitions, cleanupPolicy: 'delete', retentionMs: -1 },
  { topic: RELAY_TOPIC, partitions: 1, cleanupPolicy: 'compact', retentionMs: -1 },
];

/** How a topic is asked for on so many brokers: a copy on each, at most three, and then two of them must have it. */
export const topicConfig = (
  { topic, partitions, cleanupPolicy, retentionMs }: TopicOnServer,
  brokers: number,
): ITopicConfig => {
  const replicas = Math.min(brokers, limits.kafkaReplicasMax);
  const inSync = replicas === limits.kafkaReplicasMax ? limits.kafkaReplicasInSync : 1;
  return {
    topic,
    numPartitions: partitions,
    replicationFactor: replicas,
    configEntries: [
      { name: 'cleanup.policy', value: cleanupPolicy },
      { name: 'retention.ms', value: String(retentionMs) },
      { name: 'min.insync.replicas', value: String(inSync) },
    ],
  };
};

/** Makes missing ones, and answers their names; leaves the others as they are. Errors are those of kafkajs. */
export const createTopics = async (
  admin: Admin,
  settings: readonly TopicOnServer[],
  timers: Timers,
  prefix = '',
): Promise<readonly string[]> => {
  const there = new Set(await admin.listTopics());
  const wanted = settings.map((setting) => ({ ...setting, topic: prefix + setting.topic }));
  const missing = wanted.filter(({ topic }) => !there.has(topic));
  if (missing.length === 0) return [];
  const { brokers } = await admin.describeCluster();
  // Another process may be making them at this moment: the server then answers that it has made none, which is as good.
  await admin.createTopics({
    topics: missing.map((setting) => topicConfig(setting, brokers.length)),
    timeout: limits.kafkaRequestTimeoutMs,
    // kafkajs waits for leaders, but takes a broker that has not heard of the topic yet for an error.
    waitForLeaders: false,
  });
  const made = missing.map(({ topic }) => topic);
  await untilLed(admin, made, timers);
  return made;
};

/**
 * A named leader may not lead yet. One bound for all topics: a server that goes away meanwhile must not hold the relay
 * for minutes. Later calls wait for a slow leader themselves.
 */
const untilLed = async (admin: Admin, topics: readonly string[], timers: Timers): Promise<void> => {
  for (const wait of limits.kafkaReconnectMs) {
    try {
      for (const topic of topics) await admin.fetchTopicOffsets(topic);
      return;
    } catch {
      await timers.sleep(wait);
    }
  }
};
