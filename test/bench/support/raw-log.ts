/** The baseline of everything that appends: bare `node:sqlite`, with the columns and the key that a log must have. */
import { DatabaseSync } from 'node:sqlite';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';

export type RawLog = {
  /** One transaction with as many rows as there are events, each the next of its stream; answers how many. */
  readonly commit: (events: readonly (readonly [stream: string, event: EncodedEvent])[]) => number;
  readonly close: () => void;
};

/** WAL and `synchronous=FULL`: a commit is on disk, as it is in ours. */
export const openRawLog = (path: string): RawLog => {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     CREATE TABLE events (seq INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL,
       type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)) STRICT`,
  );
  const begin = database.prepare('BEGIN IMMEDIATE');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  const commit = database.prepare('COMMIT');
  const revisions = new Map<string, number>();
  let seq = 0;
  return {
    commit: (events) => {
      begin.run();
      for (const [stream, { id, type, data, metadata }] of events) {
        const revision = (revisions.get(stream) ?? -1) + 1;
        revisions.set(stream, revision);
        insert.run((seq += 1), stream, revision, id, type, data, metadata);
      }
      commit.run();
      return events.length;
    },
    close: () => database.close(),
  };
};

export const ROWS_PER_COMMIT = 100;
