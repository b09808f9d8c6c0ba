/** Schemas of the embedded storage, as numbered steps. A released step is never edited: a new one follows it. */
import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kernel/faults.ts';

export type Migration = string;

/**
 * `seq` orders the log. Under the write lock it is the highest plus one, and no row ever goes. So AUTOINCREMENT would
 * only cost another page in each commit; the triggers keep rows from going.
 */
export const logMigrations: readonly Migration[] = [
  `CREATE TABLE events (
     seq INTEGER PRIMARY KEY,
     stream TEXT NOT NULL,
     revision INTEGER NOT NULL CHECK (revision >= 0),
     id TEXT NOT NULL,
     type TEXT NOT NULL,
     data TEXT NOT NULL,
     metadata TEXT NOT NULL,
     UNIQUE (stream, revision)
   ) STRICT;
   CREATE TRIGGER events_never_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
   CREATE TRIGGER events_never_go BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;`,
];

/** Read models (document-table.ts makes one table for each collection), checkpoints, and the state of consumers. */
export const readMigrations: readonly Migration[] = [
  `CREATE TABLE checkpoints (
     name TEXT PRIMARY KEY,
     position TEXT NOT NULL,
     fence INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE offsets (
     consumer TEXT NOT NULL,
     partition INTEGER NOT NULL,
     position TEXT NOT NULL,
     PRIMARY KEY (consumer, partition)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE members (
     "group" TEXT NOT NULL,
     member TEXT NOT NULL,
     beat INTEGER NOT NULL,
     PRIMARY KEY ("group", member)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE dead_letters (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     consumer TEXT NOT NULL,
     topic TEXT NOT NULL,
     "group" TEXT NOT NULL,
     key TEXT NOT NULL,
     position TEXT NOT NULL,
     before TEXT NOT NULL,
     reason TEXT NOT NULL,
     attempts INTEGER NOT NULL,
     at TEXT NOT NULL,
     redriven INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX dead_letters_redriven ON dead_letters (consumer) WHERE redriven = 1;`,
];

/**
 * Brings the file to the newest schema, in one transaction; `user_version` counts the steps taken.
 * Fault `corrupt`: the file knows more steps than this program.
 */
export const migrate = (database: DatabaseSync, migrations: readonly Migration[]): void => {
  // Read before any lock is taken: a process that is stopped inside a write would hold up every start.
  if (stepsTaken(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const taken = stepsTaken(database);
    if (taken > migrations.length) {
      const file = database.location() ?? 'the database';
      const message = `${file} has schema ${taken}, this program knows ${migrations.length}`;
      const detail = { reason: 'newer_schema', taken, known: migrations.length };
      throw new Fault('corrupt', `${message}: a newer version wrote it, so start that version`, { detail });
    }
    for (const step of migrations.slice(taken)) database.exec(step);
    if (taken < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

const stepsTaken = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
