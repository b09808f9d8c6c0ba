/**
 * What a relay knows of where its topics end. Records are only ever added, so a partition that ends earlier than it did
 * is another partition under the same name: its topic was lost. A topic that was lost and has grown beyond its old end
 * since shows in the sum: it is shorter than what it was and what was added to it together.
 */
import { topicsOf } from '../kernel/topics.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import type { PublishedPartition } from '../ports/event-publisher.ts';

export type TopicEnds = {
  readonly ends: readonly PublishedPartition[];
  /** Records that were published to each topic since, by the one who remembers this. */
  readonly added: ReadonlyMap<string, number>;
};

export const endsAt = (ends: readonly PublishedPartition[]): TopicEnds => ({ ends, added: new Map() });

export const withAdded = ({ ends, added }: TopicEnds, events: readonly StoredEvent[]): TopicEnds => {
  const more = new Map(added);
  for (const event of events) for (const topic of topicsOf(event)) more.set(topic, (more.get(topic) ?? 0) + 1);
  return { ends, added: more };
};

/** The topics that are not what they were, in order; empty when all is well. Others may have published meanwhile. */
export const lostTopics = (known: TopicEnds, now: readonly PublishedPartition[]): readonly string[] => {
  const present = new Map(now.map((one) => [nameOf(one), one]));
  const shrunk = known.ends
    .filter((one) => BigInt(present.get(nameOf(one))?.endOffset ?? -1) < BigInt(one.endOffset))
    .map(({ topic }) => topic);
  const short = [...known.added.keys()].filter(
    (topic) => recordsIn(now, topic) < recordsIn(known.ends, topic) + BigInt(known.added.get(topic) ?? 0),
  );
  return [...new Set([...shrunk, ...short])].toSorted();
};

/** Records that were ever in a topic, or in all of them. */
export const recordsIn = (ends: readonly PublishedPartition[], topic?: string): bigint =>
  ends
    .filter((one) => topic === undefined || one.topic === topic)
    .reduce((sum, one) => sum + BigInt(one.endOffset), 0n);

const nameOf = ({ topic, partition }: PublishedPartition): string => `${topic}/${partition}`;
