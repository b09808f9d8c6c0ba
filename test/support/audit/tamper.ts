/** Ways to damage a closed data folder, as a disk, a bug or a forger might. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExecutionContext } from 'ava';
import { assert } from '../../../src/kernel/faults.ts';
import { chainHash, GENESIS, withHash } from '../../../src/schema/hash-chain.ts';
import { tempFolder } from '../process/temp-folder.ts';

export type Row = {
  readonly seq: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/** A copy of a folder, gone when the test is over. */
export const copyOf = (t: ExecutionContext, folder: string): string => {
  const copy = join(tempFolder(t), 'data');
  mkdirSync(copy);
  cpSync(folder, copy, { recursive: true });
  return copy;
};

/** Does something to one file of a folder, past all that guards it. */
export const tamperWith = <T>(folder: string, file: 'log' | 'read', change: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(folder, `${file}.sqlite`));
  try {
    if (file === 'log') {
      database.exec('DROP TRIGGER IF EXISTS events_never_change; DROP TRIGGER IF EXISTS events_never_go');
    }
    return change(database);
  } finally {
    database.close();
  }
};

export const rowsOf = (database: DatabaseSync, where = 'TRUE', ...parameters: readonly (string | number)[]): Row[] =>
  database.prepare(`SELECT * FROM events WHERE ${where} ORDER BY seq`).all(...parameters) as Row[];

/** The first row that fits. */
export const rowOf = (database: DatabaseSync, where: string, ...parameters: readonly (string | number)[]): Row => {
  const [row] = rowsOf(database, where, ...parameters);
  assert(row !== undefined, `the log has no row where ${where}`);
  return row;
};

type Column = 'seq' | 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata';

export const setColumn = (
  database: DatabaseSync,
  { seq }: Pick<Row, 'seq'>,
  column: Column,
  value: string | number,
): void => {
  database.prepare(`UPDATE events SET ${column} = ? WHERE seq = ?`).run(value, seq);
};

/** One bit of one character, `at` from the start, or from the end when negative. */
export const flip = (text: string, at: number): string => {
  const index = at < 0 ? text.length + at : at;
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1);
};

export const dropRow = (database: DatabaseSync, { seq }: Pick<Row, 'seq'>): void => {
  database.prepare('DELETE FROM events WHERE seq = ?').run(seq);
};

/** Two rows take each other's place in the order of the log. */
export const swapRows = (database: DatabaseSync, a: Row, b: Row): void => {
  const move = database.prepare('UPDATE events SET seq = ? WHERE seq = ?');
  move.run(-1, a.seq);
  move.run(a.seq, b.seq);
  move.run(b.seq, -1);
};

/** No gap is left in the log's order. */
export const closeGaps = (database: DatabaseSync): void => {
  const move = database.prepare('UPDATE events SET seq = ? WHERE seq = ?');
  for (const [index, { seq }] of rowsOf(database).entries()) if (seq !== index + 1) move.run(index + 1, seq);
};

/** Gives a stream the revisions and the chain that its rows would have had, written as they are now. */
export const rechain = (database: DatabaseSync, stream: string): void => {
  const update = database.prepare('UPDATE events SET revision = ?, metadata = ? WHERE seq = ?');
  let hash = GENESIS;
  for (const [revision, row] of rowsOf(database, 'stream = ?', stream).entries()) {
    const rest = row.metadata.slice(withHash(GENESIS, '').length);
    hash = chainHash(hash, { ...row, revision }, rest);
    update.run(revision, withHash(hash, rest), row.seq);
  }
};

/** Changes the body of a document where it is stored. */
export const changeDocument = (
  database: DatabaseSync,
  collection: string,
  id: string,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): void => {
  const table = `"documents:${collection}"`;
  const found = database.prepare(`SELECT body FROM ${table} WHERE id = ?`).get(id);
  assert(typeof found?.['body'] === 'string', `${collection} has a document ${id}`);
  const body = change(JSON.parse(found['body']) as Record<string, unknown>);
  database.prepare(`UPDATE ${table} SET body = ? WHERE id = ?`).run(JSON.stringify(body), id);
};

/** Ids in a collection, in their order. */
export const idsIn = (database: DatabaseSync, collection: string): readonly string[] =>
  database
    .prepare(`SELECT id FROM "documents:${collection}" WHERE body IS NOT NULL ORDER BY id`)
    .all()
    .map(({ id }) => String(id));
