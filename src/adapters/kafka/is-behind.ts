import type { Admin } from 'kafkajs';
import type { Held } from './part.ts';

/** Whether records wait in one of these partitions that this group has not read. Errors are those of kafkajs. */
export const isBehind = async (admin: Admin, groupId: string, held: readonly Held[]): Promise<boolean> => {
  for (const [topic, own] of Map.groupBy(held, ({ part }) => part.topic)) {
    const ends = new Map((await admin.fetchTopicOffsets(topic)).map((one) => [one.partition, one]));
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    for (const {
      part: { partition },
      progress,
    } of own) {
      const offset = Number(committed?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
      const { low = '0', high = '0' } = ends.get(partition) ?? {};
      const next = progress?.next() ?? Math.max(offset, Number(low));
      if (Number(high) > next) return true;
    }
  }
  return false;
};
