/** The double's record of an event, and its table. */
import type { DatabaseSync } from 'node:sqlite';
import { type Rows, rows } from '../../../src/adapters/sqlite/database.ts';

export type ProposedEvent = {
  /** UUID, lower case. */
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type AppendRequest = {
  readonly stream: string;
  /** The last revision that is expected, -1 for no stream. */
  readonly expected: number;
  readonly events: readonly ProposedEvent[];
};

export type StoredRecord = ProposedEvent & {
  readonly stream: string;
  readonly revision: number;
  /** Its place in the log, in bytes: commit and prepare position at once. */
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
};

export const recordMigrations: readonly string[] = [
  `CREATE TABLE records (
     position INTEGER PRIMARY KEY,
     stream TEXT NOT NULL,
     revision INTEGER NOT NULL,
     id TEXT NOT NULL,
     type TEXT NOT NULL,
     content_type TEXT NOT NULL,
     created INTEGER NOT NULL,
     data BLOB NOT NULL,
     metadata BLOB NOT NULL,
     UNIQUE (stream, revision)
   ) STRICT;`,
];

/** Bytes of a record in a log of EventStoreDB beside its texts, about. */
const FRAME_BYTES = 122;

/** Positions are offsets in bytes: they grow by what was written, never by one. */
export const sizeInLog = (stream: string, event: ProposedEvent): number =>
  FRAME_BYTES + stream.length + event.type.length + event.data.byteLength + event.metadata.byteLength;

/** The bytes that the server counts against its bound on an append. */
export const countedBytes = (events: readonly ProposedEvent[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + data.byteLength + metadata.byteLength + 2 * type.length, 0);

type Row = readonly [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  contentType: string,
  created: number,
  data: Uint8Array,
  metadata: Uint8Array,
];

const toRecord = ([position, stream, revision, id, type, contentType, created, data, metadata]: Row): StoredRecord => ({
  position,
  stream,
  revision,
  id,
  type,
  contentType,
  created,
  data,
  metadata,
});

export type Records = {
  insert(record: StoredRecord): void;
  /** The last revision of a stream and its position. */
  readonly head: Rows<[revision: number, position: number]>;
  readonly idAt: Rows<[id: string, position: number]>;
  readonly hasPosition: Rows<[number]>;
  last(): StoredRecord | undefined;
  streamForwards(stream: string, from: number, limit: number): readonly StoredRecord[];
  streamBackwards(stream: string, from: number, limit: number): readonly StoredRecord[];
  /** From `from` on, that one included. */
  allForwards(from: number, limit: number): readonly StoredRecord[];
  /** From before `before`, that one left out. */
  allBackwards(before: number, limit: number): readonly StoredRecord[];
};

export const createRecords = (database: DatabaseSync): Records => {
  const insert = rows(database, 'INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const select = (rest: string): Rows<Row> => rows<Row>(database, `SELECT * FROM records ${rest} LIMIT ?`);
  const streamForwards = select('WHERE stream = ? AND revision >= ? ORDER BY revision');
  const streamBackwards = select('WHERE stream = ? AND revision <= ? ORDER BY revision DESC');
  const allForwards = select('WHERE position >= ? ORDER BY position');
  const allBackwards = select('WHERE position < ? ORDER BY position DESC');
  return {
    insert: (record) => {
      const { position, stream, revision, id, type, contentType, created, data, metadata } = record;
      insert.run(position, stream, revision, id, type, contentType, created, data, metadata);
    },
    head: rows(database, 'SELECT revision, position FROM records WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
    idAt: rows(database, 'SELECT id, position FROM records WHERE stream = ? AND revision = ?'),
    hasPosition: rows(database, 'SELECT 1 FROM records WHERE position = ?'),
    last: () => allBackwards.all(Number.MAX_SAFE_INTEGER, 1).map(toRecord)[0],
    streamForwards: (...where) => streamForwards.all(...where).map(toRecord),
    streamBackwards: (...where) => streamBackwards.all(...where).map(toRecord),
    allForwards: (...where) => allForwards.all(...where).map(toRecord),
    allBackwards: (...where) => allBackwards.all(...where).map(toRecord),
  };
};
