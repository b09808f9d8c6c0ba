/** What the store and the feed of one log share: the connection, how far it goes, its tail, and who waits for more. */
import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import { rows, single } from './database.ts';
import { createLogPositions, type LogPositions } from './log-positions.ts';
import { createReading, type Reading } from './reading.ts';
import { createTail, type Tail } from './tail.ts';

export type LogState = {
  readonly database: DatabaseSync;
  readonly positions: LogPositions;
  readonly tail: Tail;
  /** The last committed sequence number that we know of; 0 when the log is empty. */
  headSeq(): number;
  /** Looks at the file again for what other connections have appended; if there is something, wakes, and says true. */
  lookForForeign(): boolean;
  /** Counts the times that others' appends were found: what was remembered before the last one may be out of date. */
  foreignFinds(): number;
  /** Moves the head to what this connection has just committed. */
  advance(headSeq: number): void;
  /** Wakes everyone who waits for more. */
  wake(): void;
  /** Calls `waiter` once, at the next wake. Returns how to give up waiting. */
  onWake(waiter: () => void): () => void;
  readonly reading: Reading;
  /** From here on every use throws this. */
  close(fault: Fault): void;
};

export const createLogState = (database: DatabaseSync, timers: Timers): LogState => {
  const selectHead = rows<[number]>(database, 'SELECT coalesce(max(seq), 0) FROM events');
  const dataVersion = rows<[number]>(database, 'PRAGMA data_version');
  const positions = createLogPositions(database);
  const tail = createTail();
  const waiters = new Set<() => void>();
  let seenVersion = single(dataVersion)[0];
  let head = single(selectHead)[0];
  let finds = 0;
  let closed: Fault | undefined;

  const wake = (): void => {
    const woken = [...waiters];
    waiters.clear();
    for (const waiter of woken) waiter();
  };

  const lookForForeign = (): boolean => {
    if (closed !== undefined) return false;
    const version = single(dataVersion)[0];
    if (version === seenVersion) return false;
    seenVersion = version;
    const found = single(selectHead)[0];
    if (found === head) return false;
    head = found;
    finds += 1;
    positions.refresh();
    wake();
    return true;
  };

  return {
    database,
    positions,
    tail,
    headSeq: () => head,
    lookForForeign,
    foreignFinds: () => finds,
    advance: (headSeq) => {
      head = headSeq;
    },
    wake,
    onWake: (waiter) => {
      waiters.add(waiter);
      return () => waiters.delete(waiter);
    },
    reading: createReading(timers, () => closed),
    close: (fault) => {
      closed ??= fault;
      wake();
    },
  };
};
