/** The state of one stream, folded from its stored events, with the chain of hashes checked on the way. */
import type { Decider, Refusal } from '../../kernel/decider.ts';
import type { DomainEvent, RecordedEvent } from '../../kernel/event.ts';
import { Fault } from '../../kernel/faults.ts';
import {
  type ExpectedRevision,
  firstRevisionAfter,
  type Position,
  type Revision,
  START,
} from '../../kernel/position.ts';
import type { Turns } from '../../ports/basics.ts';
import type { EventStore, StoredEvent } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { claimedHash, GENESIS } from '../../schema/hash-chain.ts';

/** A state and its revision: only durable states are kept in this form. */
export type Folded<S> = {
  readonly state: S;
  readonly revision: ExpectedRevision;
  /** Hash of the last event; `GENESIS` for a stream without one. */
  readonly hash: string;
  /** Position of the last event; `START` for a stream without one. */
  readonly position: Position;
  /** Characters of the events that it was folded from: its own size is about as much, or less. */
  readonly chars: number;
};

export type Fold<S, E extends DomainEvent> = Pick<Decider<S, never, E, Refusal>, 'initial' | 'evolve' | 'snapshotType'>;

export type StreamReaderDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'verify' | 'decode'>;
  readonly turns: Turns;
};

export type StreamReader = {
  /** The whole stream; from its last snapshot on, if the fold knows snapshots. Fault `corrupt`: the chain is broken. */
  load<S, E extends DomainEvent>(fold: Fold<S, E>, stream: string): Promise<Folded<S>>;
  /** The state after events that are stored but not yet in it. They follow it in order. */
  advance<S, E extends DomainEvent>(
    fold: Fold<S, E>,
    from: Folded<S>,
    tail: readonly StoredEvent[],
  ): Promise<Folded<S>>;
  /** One event by its place. Fault `corrupt`: there is none, though the stream has come further. */
  event(stream: string, revision: Revision): Promise<RecordedEvent>;
  /** The events after a revision, oldest first. */
  tail(stream: string, after: ExpectedRevision): Promise<readonly StoredEvent[]>;
};

/** Folds in slices: however long a stream is, and however many are folded, others have their turns in between. */
export const createStreamReader = ({ eventStore, codec, turns }: StreamReaderDeps): StreamReader => {
  const step = <S, E extends DomainEvent>(fold: Fold<S, E>, from: Folded<S>, stored: StoredEvent): Folded<S> => {
    const expected = firstRevisionAfter(from.revision);
    if (stored.revision !== expected) throw misplaced(stored, expected);
    const hash = codec.verify(from.hash, stored);
    // The category of the stream decides which decider folds it, and the registry which events it can hold.
    const state = fold.evolve(from.state, codec.decode(stored) as unknown as E);
    const chars = (stored.type === fold.snapshotType ? 0 : from.chars) + stored.data.length;
    return { state, revision: stored.revision, hash, position: stored.position, chars };
  };

  const advance = async <S, E extends DomainEvent>(
    fold: Fold<S, E>,
    from: Folded<S>,
    tail: readonly StoredEvent[],
  ): Promise<Folded<S>> => {
    let folded = from;
    for (const stored of tail) {
      folded = step(fold, folded, stored);
      const rest = turns.due();
      if (rest !== undefined) await rest;
    }
    return folded;
  };

  const loadForwards = async <S, E extends DomainEvent>(fold: Fold<S, E>, stream: string): Promise<Folded<S>> => {
    let folded = nothing(fold.initial);
    for await (const stored of eventStore.readStream(stream)) {
      folded = step(fold, folded, stored);
      const rest = turns.due();
      if (rest !== undefined) await rest;
    }
    return folded;
  };

  /** Reads back to the last snapshot, and one event further for the hash that the snapshot is chained to. */
  const loadFromSnapshot = async <S, E extends DomainEvent>(fold: Fold<S, E>, stream: string): Promise<Folded<S>> => {
    const newestFirst: StoredEvent[] = [];
    let before: StoredEvent | undefined;
    let found = false;
    for await (const stored of eventStore.readStream(stream, { direction: 'backwards' })) {
      if (found) {
        before = stored;
        break;
      }
      newestFirst.push(stored);
      found = stored.type === fold.snapshotType;
    }
    let folded = nothing(fold.initial);
    if (before !== undefined) {
      folded = { ...folded, revision: before.revision, hash: claimedHash(before.metadata), position: before.position };
    }
    return advance(fold, folded, newestFirst.toReversed());
  };

  return Object.freeze({
    load: async <S, E extends DomainEvent>(fold: Fold<S, E>, stream: string) =>
      fold.snapshotType === undefined ? loadForwards(fold, stream) : loadFromSnapshot(fold, stream),
    advance,
    event: async (stream: string, revision: Revision) => {
      for await (const stored of eventStore.readStream(stream, { from: revision, limit: 1 })) {
        if (stored.revision === revision) return codec.decode(stored);
      }
      throw new Fault('corrupt', `${stream} has no event at revision ${revision}`, {
        detail: { reason: 'revision_gap', stream, revision },
      });
    },
    tail: async (stream: string, after: ExpectedRevision) => {
      const events: StoredEvent[] = [];
      for await (const stored of eventStore.readStream(stream, { from: firstRevisionAfter(after) }))
        events.push(stored);
      return events;
    },
  });
};

/** The state of a stream without events. */
export const nothing = <S>(initial: S): Folded<S> => ({
  state: initial,
  revision: 'none',
  hash: GENESIS,
  position: START,
  chars: 0,
});

const misplaced = ({ stream, revision, position }: StoredEvent, expected: number): Fault =>
  new Fault('corrupt', `${stream} at revision ${revision} (${position}): revision ${expected} should be here`, {
    detail: { reason: 'revision_gap', stream, revision, position, expected },
  });
