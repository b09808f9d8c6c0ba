/** The shared state of a log's store and feed: the connection, the end, the tail, and the waiting readers. */
import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../../kernel/faults.ts';
import { createLogTail, type LogTail } from '../../kernel/log-tail.ts';
import { createWaiters, type Waiters } from '../../kernel/waiters.ts';
import type { Timers } from '../../ports/basics.ts';
import type { EncodedEvent, StoredEvent } from '../../ports/event-store.ts';
import { createLogHead } from './log-head.ts';
import type { LogPositions } from './log-positions.ts';
import { createReading, type Reading } from './reading.ts';

export type LogState = {
  readonly database: DatabaseSync;
  readonly positions: LogPositions;
  readonly tail: LogTail<number, StoredEvent>;
  /** The last committed sequence number that we know of; 0 when the log is empty. */
  headSeq(): number;
  /**
   * The same for followers. While an append of ours is under way, new events in the file may be that append. They
   * arrive from memory in a moment, so nothing is read from the file for them.
   */
  followSeq(): number;
  /** Looks at the file again for appends of other connections; if there are some, wakes, and answers true. */
  lookForForeign(): boolean;
  /** To be told before an append; returns how to tell that it is settled. */
  appending(): () => void;
  /** Notes a commit of this log's writer: `events`, the first of which has this place. */
  took(stream: string, events: readonly EncodedEvent[], first: Place): void;
  /** Resolves when followers may have news, or when the signal aborts. */
  readonly woken: Waiters['woken'];
  readonly reading: Reading;
  /** From here on every use throws this. */
  close(fault: Fault): void;
};

export type Place = { readonly seq: number; readonly revision: number };

export const createLogState = (database: DatabaseSync, timers: Timers): LogState => {
  const head = createLogHead(database);
  const { positions } = head;
  const tail = createLogTail<number, StoredEvent>(head.headSeq());
  const { wake, woken } = createWaiters();
  let closed: Fault | undefined;
  let underWay = 0;
  let told = head.headSeq();

  const lookForForeign = (): boolean => {
    if (closed !== undefined || !head.lookForForeign()) return false;
    if (underWay === 0) wake();
    return true;
  };

  const followSeq = (): number => (underWay > 0 ? told : head.headSeq());

  const settled = (): void => {
    underWay -= 1;
    if (underWay === 0 && head.headSeq() > told) wake();
  };

  const appending = (): (() => void) => {
    if (underWay === 0) told = head.headSeq();
    underWay += 1;
    return settled;
  };

  const took = (stream: string, events: readonly EncodedEvent[], first: Place): void => {
    // Others have appended before it, perhaps an epoch.
    if (first.seq > head.headSeq() + 1) positions.refresh();
    if (first.seq !== tail.last() + 1) tail.restart(first.seq - 1);
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      const seq = first.seq + index;
      positions.note({ stream, type, data }, seq);
      const revision = first.revision + index;
      tail.push(seq, { id, type, data, metadata, stream, revision, position: positions.positionOf(seq) });
    }
    told = first.seq + events.length - 1;
    head.advance(told);
    wake();
  };

  return {
    database,
    positions,
    tail,
    headSeq: () => head.headSeq(),
    followSeq,
    lookForForeign,
    appending,
    took,
    woken,
    reading: createReading(database, timers, () => closed),
    close: (fault) => {
      closed ??= fault;
      wake();
    },
  };
};
