/** What happens to an append inside the transaction: the check of revision and ids, then the rows. */
import { Fault } from '../../kernel/faults.ts';
import { type ExpectedRevision, firstRevisionAfter, type Revision } from '../../kernel/position.ts';
import { limits } from '../../kernel/limits.ts';
import type { AppendResult, EncodedEvent, StoredEvent } from '../../ports/event-store.ts';
import { rows } from './database.ts';
import type { Job } from './group-commit.ts';
import type { LogState } from './log-state.ts';

export type Append = Job<AppendResult> & {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EncodedEvent[];
};

export type Appender = {
  apply(append: Append): AppendResult | Fault;
  begun(): void;
  committed(): void;
  rolledBack(): void;
};

const NO_STREAM = -1;

export const createAppender = (state: LogState): Appender => {
  const { database, positions } = state;
  const insert = rows(database, 'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const selectLast = rows<[Revision]>(
    database,
    'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  const selectIds = rows<[id: string, seq: number]>(
    database,
    'SELECT id, seq FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
  );
  /** Where streams end; holds as long as nobody else has appended and nothing was rolled back. */
  let ends = new Map<string, Revision>();
  /** What this transaction has written so far. */
  let fresh: StoredEvent[] = [];
  let nextSeq = 0;
  let finds = state.foreignFinds();

  const endOf = (stream: string): Revision => {
    const known = ends.get(stream);
    if (known !== undefined) return known;
    if (ends.size >= limits.headCacheStreamsMax) ends = new Map();
    return selectLast.get(stream)?.[0] ?? NO_STREAM;
  };

  /** The stream has moved past what was expected: perhaps by these very events. */
  const repeatOrConflict = (append: Append, first: Revision, end: Revision): AppendResult | Fault => {
    const { stream, expected, events } = append;
    const stored = first <= end ? selectIds.all(stream, first, events.length) : [];
    const last = stored.at(-1);
    const same = stored.length === events.length && stored.every(([id], index) => id === events[index]?.id);
    if (same && last !== undefined) {
      return { revision: first + events.length - 1, position: positions.positionOf(last[1]) };
    }
    const actual = end === NO_STREAM ? 'none' : end;
    return new Fault('conflict', `the stream stands at ${actual}, not at ${expected}`, {
      detail: { stream, expected, actual },
    });
  };

  const write = (stream: string, revision: Revision, event: EncodedEvent): StoredEvent => {
    const seq = nextSeq;
    const { id, type, data, metadata } = event;
    insert.run(seq, stream, revision, id, type, data, metadata);
    nextSeq += 1;
    positions.note({ stream, type, data }, seq);
    const stored = { id, type, data, metadata, stream, revision, position: positions.positionOf(seq) };
    fresh.push(stored);
    return stored;
  };

  const apply = (append: Append): AppendResult | Fault => {
    const { stream, events } = append;
    const first = firstRevisionAfter(append.expected);
    const end = endOf(stream);
    if (end !== first - 1) return repeatOrConflict(append, first, end);
    let position = '';
    let revision = end;
    for (const event of events) {
      revision += 1;
      ({ position } = write(stream, revision, event));
    }
    ends.set(stream, revision);
    return { revision, position };
  };

  return {
    apply,
    begun: () => {
      state.lookForForeign();
      // Whoever looked first, here or elsewhere: what was remembered before may be out of date.
      if (finds !== state.foreignFinds()) ends = new Map();
      finds = state.foreignFinds();
      nextSeq = state.headSeq() + 1;
    },
    committed: () => {
      if (fresh.length === 0) return;
      state.tail.push(state.headSeq() + 1, fresh);
      state.advance(nextSeq - 1);
      fresh = [];
      state.wake();
    },
    rolledBack: () => {
      fresh = [];
      ends = new Map();
      positions.refresh();
    },
  };
};
