/** The one writer of a log in this process: appends in group commits, on whatever thread it is made. */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type ExpectedRevision, firstRevisionAfter, type Revision } from '../../kernel/position.ts';
import type { Timers } from '../../ports/basics.ts';
import type { AppendResult, EncodedEvent } from '../../ports/event-store.ts';
import { rows } from './database.ts';
import { createGroupCommit, type Job } from './group-commit.ts';
import { createLogHead, type LogHead } from './log-head.ts';

export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EncodedEvent[];
  /** The bytes that it writes, about. */
  readonly bytes: number;
};

/** `firstSeq`: of its first event, or undefined when all of them were there before. */
export type Appended = AppendResult & { readonly firstSeq: number | undefined };

export type LogWriter = {
  /** Answers when it is durable. Faults as `EventStore.append`. */
  readonly append: (request: AppendRequest) => Promise<Appended>;
  /** Settles the appends under way. Nothing may be appended after. */
  readonly close: () => Promise<void>;
};

export type LogWriterDeps = {
  readonly timers: Timers;
  /** Told once when a commit has failed in a way that leaves its outcome open; all that comes after is refused. */
  readonly fatal: (error: unknown) => void;
};

type Append = Job<Appended> & AppendRequest;

/** Writes over this connection, which others may read from. It stays open. */
export const createLogWriter = (database: DatabaseSync, { timers, fatal }: LogWriterDeps): LogWriter => {
  const appender = createAppender(database, createLogHead(database));
  const commits = createGroupCommit<Appended, Append>({ database, timers, fatal, ...appender });
  return {
    append: async (request) =>
      new Promise<Appended>((resolve, reject) => {
        const fault = commits.stopped();
        if (fault !== undefined) throw fault;
        commits.enqueue({ ...request, resolve, reject });
      }),
    close: async () => commits.drained(),
  };
};

const NO_STREAM = -1;

/** An append inside the transaction: the check of revision and ids, then the rows. */
const createAppender = (database: DatabaseSync, head: LogHead) => {
  const { positions } = head;
  const insert = rows(database, 'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const selectLast = rows<[Revision]>(
    database,
    'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  const selectIds = rows<[id: string, seq: number]>(
    database,
    'SELECT id, seq FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
  );
  /** Where streams end; valid as long as no other process has appended and nothing was rolled back. */
  let ends = new Map<string, Revision>();
  let nextSeq = 0;
  let finds = head.foreignFinds();

  const endOf = (stream: string): Revision => {
    const known = ends.get(stream);
    if (known !== undefined) return known;
    if (ends.size >= limits.headCacheStreamsMax) ends = new Map();
    return selectLast.get(stream)?.[0] ?? NO_STREAM;
  };

  /** The stream has moved past the expected revision: perhaps by these very events. */
  const repeatOrConflict = (append: AppendRequest, first: Revision, end: Revision): Appended | Fault => {
    const { stream, expected, events } = append;
    const stored = first <= end ? selectIds.all(stream, first, events.length) : [];
    const last = stored.at(-1);
    const same = stored.length === events.length && stored.every(([id], index) => id === events[index]?.id);
    if (same && last !== undefined) {
      return { revision: first + events.length - 1, position: positions.positionOf(last[1]), firstSeq: undefined };
    }
    const actual = end === NO_STREAM ? 'none' : end;
    return new Fault('conflict', `the stream is at ${actual}, not at ${expected}`, {
      detail: { stream, expected, actual },
    });
  };

  const apply = (append: AppendRequest): Appended | Fault => {
    const { stream, events } = append;
    const first = firstRevisionAfter(append.expected);
    const end = endOf(stream);
    if (end !== first - 1) return repeatOrConflict(append, first, end);
    const firstSeq = nextSeq;
    let revision = end;
    for (const { id, type, data, metadata } of events) {
      revision += 1;
      insert.run(nextSeq, stream, revision, id, type, data, metadata);
      positions.note({ stream, type, data }, nextSeq);
      nextSeq += 1;
    }
    ends.set(stream, revision);
    return { revision, position: positions.positionOf(nextSeq - 1), firstSeq };
  };

  return {
    apply,
    begun: () => {
      head.lookForForeign();
      // The cache from before may be stale, whichever reader found the new events.
      if (finds !== head.foreignFinds()) ends = new Map();
      finds = head.foreignFinds();
      nextSeq = head.headSeq() + 1;
    },
    committed: () => head.advance(nextSeq - 1),
    rolledBack: () => {
      ends = new Map();
      positions.refresh();
    },
  };
};
