/** Where the relay publishes the log: topics with numbered partitions, each an ordered, append-only sequence. */
import type { Position } from '../kernel/position.ts';
import type { StoredEvent } from './event-store.ts';

/** Where a partition ends: the offset of the record to come, a decimal number as text. */
export type PublishedPartition = { readonly topic: string; readonly partition: number; readonly endOffset: string };

/** The offsets of written records in a partition: of the first one, and of the next to come, as `endOffset`. */
export type PublishedRecords = PublishedPartition & { readonly firstOffset: string };

/** How far a relay has come, and where each partition ended then. */
export type RelayMark = { readonly position: Position; readonly endOffsets: readonly PublishedPartition[] };

export type EventPublisher = {
  /**
   * Publishes each event to all its topics (kernel/topics.ts), in order per partition. Answers when all replicas in
   * sync have them. Faults: `unavailable` (some may have been published: publish the same again). A missing topic is a
   * fault, and is not made here: later events would be first in it, and hide the others. Answers the offsets in the
   * order of writing; a partition may be named more than once.
   */
  publish(events: readonly StoredEvent[]): Promise<readonly PublishedRecords[]>;
  /** Where each partition of every topic ends now. May make topics that are not there: the relay sees them empty. */
  endOffsets(): Promise<readonly PublishedPartition[]>;
  /** The relay's own durable mark, kept beside the topics: lost with them, or not at all. */
  mark(): Promise<RelayMark | undefined>;
  saveMark(mark: RelayMark): Promise<void>;
};
