/**
 * One collection as one table: documents by id. The members that indexes order by have columns of their own. They are
 * taken out when a document is written. The body is at hand then, and SQLite would have to parse it.
 *
 * A member that is null or absent is kept as minus infinity, which JSON cannot hold. It is below every number and
 * string, as null should be, and comparable, unlike NULL, which cursors need. Columns have no type, so numbers and
 * texts keep their types. Each index begins with the owner; indexes across owners exist once more without it. A
 * tombstone is a row without a body.
 */
import type { DatabaseSync } from 'node:sqlite';
import { indexedMembers, indexKeyOf, isAcross } from '../../kernel/document-index.ts';
import type { CollectionDefinition, DocumentWrite } from '../../ports/document-store.ts';
import { type Rows, rows } from './database.ts';

export type Key = string | number;
export type DocumentRow = readonly [id: string, owner: string, position: string, body: string];
/** With its place in an index, or in all of them. */
export type KeyedRow = readonly [...DocumentRow, ...Key[]];

export type DocumentTable = {
  readonly definition: CollectionDefinition;
  /** The name of the table, quoted. */
  readonly name: string;
  /** The statement that stores a document, unless a newer one is there. */
  readonly upsert: string;
  readonly select: Rows<DocumentRow>;
  /** Each with its keys, in the order of `members`. */
  readonly page: Rows<KeyedRow>;
  /** Those that indexes order by. */
  readonly members: readonly string[];
  /** The values of `upsert`'s parameters. */
  values(write: DocumentWrite, body: string | null): (string | number | null)[];
};

export const NULL_KEY = -Infinity;

/** Names that come from definitions go into SQL as quoted identifiers only. */
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tableName = (collection: string): string => `documents:${collection}`;
export const columnOf = (member: string): string => quote(`member:${member}`);
export const indexName = (collection: string, index: string, ofOwner: boolean): string =>
  quote(`${tableName(collection)}:${index}:${ofOwner ? 'owner' : 'all'}`);

export const keyOf = (value: unknown): Key => indexKeyOf(value) ?? NULL_KEY;

/** Makes the table, its columns and indexes where they are missing. Runs inside a transaction. */
export const declareTable = (database: DatabaseSync, definition: CollectionDefinition): void => {
  const table = quote(tableName(definition.name));
  const members = indexedMembers(definition);
  const columns = members.map((member) => `${columnOf(member)}, `).join('');
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (
       id TEXT PRIMARY KEY, owner TEXT NOT NULL, position TEXT NOT NULL, ${columns} body TEXT)`,
  );
  addMissingColumns(database, definition.name, members);
  for (const [index, of] of Object.entries(definition.indexes)) {
    const keys = [...of.map(columnOf), 'id'].join(', ');
    const name = (ofOwner: boolean): string => indexName(definition.name, index, ofOwner);
    database.exec(
      isAcross(definition, index)
        ? `CREATE INDEX IF NOT EXISTS ${name(false)} ON ${table} (${keys}) WHERE body IS NOT NULL`
        : `DROP INDEX IF EXISTS ${name(false)}`,
    );
    database.exec(`CREATE INDEX IF NOT EXISTS ${name(true)} ON ${table} (owner, ${keys}) WHERE body IS NOT NULL`);
  }
};

/** An index that was added to a definition later: its members are taken from the bodies that are there. */
const addMissingColumns = (database: DatabaseSync, collection: string, members: readonly string[]): void => {
  const table = quote(tableName(collection));
  const present = rows<[string]>(database, 'SELECT name FROM pragma_table_info(?)').all(tableName(collection)).flat();
  for (const member of members.filter((one) => !present.includes(`member:${one}`))) {
    database.exec(`ALTER TABLE ${table} ADD COLUMN ${columnOf(member)}`);
    rows(database, `UPDATE ${table} SET ${columnOf(member)} = ifnull(json_extract(body, ?), -9e999)`).run(
      `$.${JSON.stringify(member)}`,
    );
  }
};

export const dropStatement = (collection: string): string => `DROP TABLE IF EXISTS ${quote(tableName(collection))}`;

/** The statements of a table that is there. */
export const openTable = (database: DatabaseSync, definition: CollectionDefinition): DocumentTable => {
  const name = quote(tableName(definition.name));
  const members = indexedMembers(definition);
  const columns = ['id', 'owner', 'position', ...members.map(columnOf), 'body'];
  const updates = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return {
    definition,
    name,
    upsert: `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
      ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')} WHERE excluded.position > ${name}.position`,
    select: rows(database, `SELECT id, owner, position, body FROM ${name} WHERE id = ? AND body IS NOT NULL`),
    page: rows(
      database,
      `SELECT ${['id', 'owner', 'position', 'body', ...members.map(columnOf)].join(', ')}
        FROM ${name} WHERE id > ? AND body IS NOT NULL ORDER BY id LIMIT ?`,
    ),
    members,
    values: (write, body) => {
      const source = body === null ? {} : (write.body as Record<string, unknown>);
      return [write.id, write.owner, write.position, ...members.map((member) => keyOf(source[member])), body];
    },
  };
};
