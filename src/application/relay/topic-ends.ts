/**
 * A relay's knowledge of the ends of its topics. Records are only ever added. So a partition that ends earlier than it
 * did is another one under the same name: its topic was lost. The relay's own records move the known ends, so a lost
 * topic shows although it has grown again since.
 */
import type { PublishedPartition, PublishedRecords } from '../../ports/event-publisher.ts';

type Ends = readonly PublishedPartition[];

/** The ends after records were added; of each partition the latest. */
export const withAdded = (known: Ends, added: readonly PublishedRecords[]): Ends => {
  const ends = new Map(known.map((one) => [nameOf(one), one]));
  for (const { topic, partition, endOffset } of added) {
    const before = ends.get(nameOf({ topic, partition }))?.endOffset ?? -1;
    if (BigInt(endOffset) > BigInt(before)) ends.set(nameOf({ topic, partition }), { topic, partition, endOffset });
  }
  return [...ends.values()];
};

/** The lost topics, in order; empty when all is well. Others may have published meanwhile. */
export const lostTopics = (known: Ends, now: Ends): readonly string[] => {
  const present = new Map(now.map((one) => [nameOf(one), one]));
  return topicsIn(known.filter((one) => BigInt(present.get(nameOf(one))?.endOffset ?? -1) < BigInt(one.endOffset)));
};

/** The topics in which records were added before the known end, in order: certainly lost. */
export const misplaced = (known: Ends, added: readonly PublishedRecords[]): readonly string[] => {
  const ends = new Map(known.map((one) => [nameOf(one), one.endOffset]));
  return topicsIn(added.filter((one) => BigInt(one.firstOffset) < BigInt(ends.get(nameOf(one)) ?? 0)));
};

/** Records that were ever in the topics. */
export const recordsIn = (ends: Ends): bigint => ends.reduce((sum, one) => sum + BigInt(one.endOffset), 0n);

const topicsIn = (ends: Ends): readonly string[] => [...new Set(ends.map(({ topic }) => topic))].toSorted();

const nameOf = ({ topic, partition }: Pick<PublishedPartition, 'topic' | 'partition'>): string =>
  `${topic}/${partition}`;
