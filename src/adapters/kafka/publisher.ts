/** The relay's side: events into all their topics, and the relay's mark in a topic of its own. */
import { BrokenInvariant } from '../../kernel/faults.ts';
import { type TopicSetting, topicsOf } from '../../kernel/topics.ts';
import type { EventPublisher, RelayMark } from '../../ports/event-publisher.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { recordBytes, recordOf } from './cloud-events.ts';
import { partitionOf } from './partition.ts';
import type { Outgoing, RecordWriter } from './producer.ts';
import type { TopicReader } from './topic-reader.ts';
import { RELAY_TOPIC } from './topics.ts';

export type PublisherDeps = {
  readonly writer: RecordWriter;
  readonly reader: TopicReader;
  /** All topics that events belong to; looked at anew each time. */
  readonly topics: readonly TopicSetting[];
  /** The prefix of each name on the server. */
  readonly prefix: string;
};

const MARK_KEY = 'mark';

export const createPublisher = ({ writer, reader, topics, prefix }: PublisherDeps): EventPublisher => {
  const partitionsOf = (topic: string): number => {
    const setting = topics.find((one) => one.topic === topic);
    if (setting === undefined) throw new BrokenInvariant(`the partition count of ${topic} is unknown`);
    return setting.partitions;
  };

  const outgoing = (event: StoredEvent): readonly Outgoing[] => {
    const record = recordOf(event);
    const bytes = recordBytes(record);
    return topicsOf(event).map((topic) => ({
      ...record,
      bytes,
      topic: prefix + topic,
      partition: partitionOf(record.key, partitionsOf(topic)),
    }));
  };

  const unprefixed = <T extends { readonly topic: string }>(all: readonly T[]): readonly T[] =>
    all.map((one) => ({ ...one, topic: one.topic.slice(prefix.length) }));

  return Object.freeze({
    publish: async (events: readonly StoredEvent[]) => unprefixed(await writer.write(events.flatMap(outgoing))),
    endOffsets: async () => unprefixed(await reader.ends(topics.map((one) => ({ ...one, topic: prefix + one.topic })))),
    mark: async () => {
      const topic = prefix + RELAY_TOPIC;
      const [end] = await reader.ends([{ topic, partitions: 1 }]);
      let mark: RelayMark | undefined;
      // Compaction never takes the last record of the only key.
      await reader.read(topic, Math.max(0, Number(end?.endOffset ?? 0) - 1), ({ value }) => {
        if (value !== null) mark = JSON.parse(value.toString()) as RelayMark;
      });
      return mark;
    },
    saveMark: async ({ position, endOffsets }: RelayMark) => {
      const value = JSON.stringify({ position, endOffsets });
      const bytes = value.length;
      await writer.write([{ topic: prefix + RELAY_TOPIC, partition: 0, key: MARK_KEY, value, headers: {}, bytes }]);
    },
  });
};
