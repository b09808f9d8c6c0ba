/** All events of the log in one order. */
import type { Position } from '../kernel/position.ts';
import type { StoredEvent } from './event-store.ts';

export type FeedOptions = {
  /** Only streams of these categories; all unless stated. */
  readonly categories?: readonly string[];
  /** At most this many events in a batch. */
  readonly batchMax?: number;
  readonly signal?: AbortSignal;
};

/**
 * Events in log order, and how far the feed has looked. `through` is at or past the last event's position, also when
 * the filter left events out.
 */
export type FeedBatch = { readonly events: readonly StoredEvent[]; readonly through: Position };

export type EventFeed = {
  /** Batches from after `position` (exclusive) up to the present end, then done. */
  read(position: Position, options?: FeedOptions): AsyncIterable<FeedBatch>;

  /**
   * Batches from after `position` (exclusive), and for ever on as this or another process appends: no gap, no
   * duplicate, no reordering. Ends when the signal aborts. A drop is thrown as `unavailable`: the caller resumes from
   * the last position that it has handled.
   */
  subscribe(position: Position, options?: FeedOptions): AsyncIterable<FeedBatch>;

  /** Position of the last event of the log; `START` when it is empty. */
  head(): Promise<Position>;

  /**
   * Whether the event at `after` follows the one at `before` (`START`: is the first of all), with none missing between.
   * Stores whose positions do not tell leave it out.
   */
  readonly isNext?: (before: Position, after: Position) => boolean;
};
