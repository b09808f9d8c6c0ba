/** Work for reactions: topics, consumed by groups, at least once. Commands never publish; see kernel/topics.ts. */
import type { StoredEvent } from './event-store.ts';

export type Message = {
  /** Messages of one key are handled in order, unless the topic says that it has none. */
  readonly key: string;
  readonly event: StoredEvent;
  /** From 1. */
  readonly attempt: number;
};

/** A handler's verdict on a message; a throw fails it. */
export type Handled =
  | { readonly kind: 'done' }
  /** Not now: hand it over again after this long, without counting an attempt (a lease that another holds). */
  | { readonly kind: 'park'; readonly retryAfterMs: number };

export type ConsumeOptions = {
  readonly topic: string;
  readonly group: string;
  /** Messages under way at once; as many are read ahead, or `messageReadAheadMax` where that is more. */
  readonly inFlightMax: number;
  /** False where messages are independent of each other (dispatch). */
  readonly ordered: boolean;
  /** Types of events that the handler has a use for; others are passed by as if they were done. All unless stated. */
  readonly types?: ReadonlySet<string>;
  /**
   * `stillOwned` turns false when the partition has gone to another consumer: a handler asks before it takes a lease.
   * Past that the lease counts (decision 0021).
   */
  readonly handle: (message: Message, stillOwned: () => boolean) => Promise<Handled>;
};

export type DeadLetter = {
  readonly id: string;
  readonly topic: string;
  readonly group: string;
  readonly key: string;
  readonly position: string;
  readonly reason: string;
  readonly attempts: number;
  readonly at: string;
};

export type Consumer = {
  /** Stops taking, waits for messages in flight (bounded), saves its progress. */
  stop(): Promise<void>;
  /** How many messages are known to wait or to be in flight. Fault `unavailable`: that cannot be told at present. */
  lag(): Promise<number>;
};

export type MessageLog = {
  /**
   * Starts a consumer. Keyed order, at least once. A failed message is retried with backoff, at most
   * `messageAttemptsMax` times, or `messageRetriableAttemptsMax` where its faults may pass. Then it is put among the
   * dead letters and passed. Only the contiguous done prefix counts as consumed: after a crash everything past it is
   * delivered again.
   */
  consume(options: ConsumeOptions): Promise<Consumer>;

  deadLetters(limit: number, after?: string): Promise<{ letters: readonly DeadLetter[]; next: string | null }>;

  /** Hands a dead letter to its group again; fault `not_found` if it is not there. */
  redrive(id: string): Promise<void>;

  close(): Promise<void>;
};
