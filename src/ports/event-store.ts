/**
 * The log: streams of events, appended at an exact revision.
 * Works on encoded events; `src/schema/event-codec.ts` makes and reads them.
 */
import type { ExpectedRevision, Position, Revision } from '../kernel/position.ts';

/** An event as it goes into a store: canonical JSON texts, the chain hash inside the metadata. */
export type EncodedEvent = {
  /** UUID, unique per stream; the key to idempotent appends. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/** An event as a store returns it: the very bytes that went in, with their revision and position. */
export type StoredEvent = EncodedEvent & {
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
};

export type AppendResult = {
  /** Revision and position of the last event of this append. */
  readonly revision: Revision;
  readonly position: Position;
};

export type ReadOptions = {
  /** Inclusive; forwards from the first event, backwards from the last one, unless stated. */
  readonly from?: Revision;
  readonly direction?: 'forwards' | 'backwards';
  /** At most this many events; all unless stated. */
  readonly limit?: number;
};

export type EventStore = {
  /**
   * Appends all events or none, durable before it answers. Revisions are contiguous from 0.
   * The same ids at the same expected revision again succeed without a second write, and return the first result.
   * An empty append and more than 768 KiB or an event over 128 KiB are refused before anything is written.
   *
   * Faults: `conflict` (the stream has another revision; nothing was written), `ambiguous` (may or may not have been
   * taken: read back), `unavailable` (nothing was written), `too_large`.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EncodedEvent[]): Promise<AppendResult>;

  /** Events of one stream in revision order, either way; an unknown stream or a start past the end gives none. */
  readStream(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;

  /** The last revision of a stream with its position, or undefined for an unknown stream. Never a stale answer. */
  head(stream: string): Promise<AppendResult | undefined>;
};
