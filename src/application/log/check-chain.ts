/**
 * Checks the chain of hashes over the log: every event, in the order of the log, against the one before it in its
 * stream. Memory is bounded: last hashes are remembered for the streams used last; for another stream the event before
 * is read again.
 *
 * It cannot see that the last events of a stream are gone. Witnesses see that; see `verify-log.ts`.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { type Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Revision } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { claimedHash, GENESIS } from '../../schema/hash-chain.ts';
import { damagedAt } from './log-order.ts';

/**
 * Checks one event; call it for events in the order of the log, without gaps in any stream from its first call on.
 * Synchronous, unless the stream was forgotten. Fault `corrupt` with stream, revision, position and `detail.reason`:
 * `changed` (not as written), `missing` (events before it are gone), `out_of_order`.
 */
export type ChainCheck = (stored: StoredEvent) => Promise<void> | undefined;

type Last = { revision: Revision; hash: string };

export type ChainCheckDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'verify'>;
};

/** The dependencies for reading the log and checking it. */
export type ReplayDeps = ChainCheckDeps & {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly codec: Pick<EventCodec, 'decodeOnce' | 'decodeData' | 'verify'>;
};

/** `streamsMax`: streams remembered. */
export const createChainCheck = (
  { eventStore, codec }: ChainCheckDeps,
  streamsMax: number = limits.verifiedStreamsMax,
): ChainCheck => {
  const known = createBoundedMap<string, Last>(streamsMax);

  const accept = (stored: StoredEvent, previousHash: string, last?: Last): undefined => {
    const hash = verified(codec, previousHash, stored);
    if (last === undefined) {
      known.set(stored.stream, { revision: stored.revision, hash });
    } else {
      last.revision = stored.revision;
      last.hash = hash;
    }
    return undefined;
  };

  const before = async ({ stream, revision }: StoredEvent): Promise<StoredEvent | undefined> => {
    for await (const event of eventStore.readStream(stream, { from: revision - 1, limit: 1 })) return event;
    return undefined;
  };

  const checkForgotten = async (stored: StoredEvent): Promise<void> => {
    const previous = await before(stored);
    if (previous?.revision !== stored.revision - 1) throw misplaced(stored, 'missing');
    if (previous.position >= stored.position) throw misplaced(stored, 'out_of_order');
    // It was checked in its turn, so its claimed hash is its hash.
    accept(stored, claimedHash(previous.metadata));
  };

  /** Right after the last one that is known there should be another event. */
  const checkMisplaced = async (stored: StoredEvent, expected: Revision): Promise<void> => {
    const options = { from: expected, limit: 1 };
    for await (const event of eventStore.readStream(stored.stream, options)) {
      if (event.revision === expected && stored.revision !== expected) throw misplaced(stored, 'out_of_order');
    }
    throw misplaced(stored, 'missing');
  };

  return (stored) => {
    const last = known.get(stored.stream);
    if (last !== undefined) {
      if (last.revision + 1 !== stored.revision) return checkMisplaced(stored, last.revision + 1);
      return accept(stored, last.hash, last);
    }
    return stored.revision === 0 ? accept(stored, GENESIS) : checkForgotten(stored);
  };
};

const verified = (codec: ChainCheckDeps['codec'], previousHash: string, stored: StoredEvent): string => {
  try {
    return codec.verify(previousHash, stored);
  } catch (error) {
    throw isFault(error, 'corrupt') ? misplaced(stored, 'changed') : error;
  }
};

const WHAT = {
  changed: 'it differs from the event written here',
  missing: 'events before it are missing',
  out_of_order: 'it is not in its place',
} as const;

const misplaced = (stored: StoredEvent, reason: keyof typeof WHAT): Fault => damagedAt(stored, reason, WHAT[reason]);
