/** The document store on SQLite (see read-database.ts for its promises about power failures). */
import type { SQLInputValue } from 'node:sqlite';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { assertIndexed, bodyIn } from '../../kernel/damaged-document.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import type { Timers, Turns } from '../../ports/basics.ts';
import type {
  Checkpoint,
  CollectionDefinition,
  DocumentStore,
  DocumentWrite,
  NamedCheckpoint,
  Page,
  Query,
  StoredDocument,
} from '../../ports/document-store.ts';
import { type Rows, rows } from './database.ts';
import { encodeCursor, queryStatement } from './document-query.ts';
import { type DocumentTable, dropStatement, type Key, type KeyedRow, NULL_KEY, openTable } from './document-table.ts';
import { createMemberStore } from './members.ts';
import { openReadDatabase, type ReadDatabase, type ReadWriter } from './read-database.ts';
import type { Statement } from './read-work.ts';

export type ReadStoreDeps = {
  readonly timers: Timers;
  /** Asked between two documents, read or written; left out by tools, which serve no clients meanwhile. */
  readonly turns?: Turns;
  /** The writer; the reading connection unless stated. */
  readonly writer?: ReadWriter;
};

type Encoded = { readonly statements: readonly Statement[]; readonly bytes: number };

/** Documents that `scan` takes from the file at once. */
const SCAN_ROWS = 200;

/** Opens or makes the read models at `path`; `:memory:` is the fast twin for tests. Faults as `openLog`. */
export const openReadStore = (path: string, { timers, turns, writer }: ReadStoreDeps): DocumentStore =>
  createReadStore(openReadDatabase(path, timers, writer), turns);

/** A document store on an open database, which it closes in the end. */
export const createReadStore = (read: ReadDatabase, turns?: Turns): DocumentStore => {
  const { database, write: commit, reading, emptyWal, close } = read;
  const tables = new Map<string, DocumentTable>();
  const queries = new Map<string, Rows<KeyedRow>>();
  const selectCheckpoint = rows<[position: string, fence: number]>(
    database,
    'SELECT position, fence FROM checkpoints WHERE name = ?',
  );

  const tableOf = (collection: string): DocumentTable => {
    const table = tables.get(collection);
    assert(table !== undefined, `the collection ${collection} is not declared`);
    return table;
  };

  const prepared = (sql: string): Rows<KeyedRow> => {
    const statement = queries.get(sql) ?? rows<KeyedRow>(database, sql);
    queries.set(sql, statement);
    return statement;
  };

  /** Parsed in turns that all readers share. */
  const toDocuments = async <D>(collection: string, found: readonly KeyedRow[]): Promise<StoredDocument<D>[]> => {
    const documents: StoredDocument<D>[] = [];
    for (const row of found) {
      // A page of one document, as most commands read, has no pause.
      const rest = documents.length > 0 ? turns?.due() : undefined;
      if (rest !== undefined) await rest;
      documents.push(toDocument<D>(collection, row));
    }
    return documents;
  };

  const declare = async (definition: CollectionDefinition): Promise<void> => {
    await commit({ kind: 'declare', definition });
    tables.set(definition.name, openTable(database, definition));
  };

  const query = async <D>(asked: Query): Promise<Page<D>> => {
    assert(Number.isInteger(asked.limit) && asked.limit > 0, 'a page has a size');
    const { sql, parameters, keys } = queryStatement(tableOf(asked.collection), asked);
    // One more than asked for tells whether there is a next page.
    const found = await reading(() => prepared(sql).all(...parameters, asked.limit + 1));
    const last = found.length > asked.limit ? found[asked.limit - 1] : undefined;
    const documents = await toDocuments<D>(asked.collection, found.slice(0, asked.limit));
    return { documents, next: last === undefined ? null : encodeCursor(last.slice(-keys)) };
  };

  const getMany = async <D>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (StoredDocument<D> | undefined)[]> => {
    const { select } = tableOf(collection);
    const found = await reading(() => ids.map((id) => select.get(id)));
    const documents = await toDocuments<D>(
      collection,
      found.filter((row) => row !== undefined),
    );
    const byId = new Map(documents.map((document) => [document.id, document]));
    return ids.map((id) => byId.get(id));
  };

  const checkpoints = async (names: readonly string[]): Promise<readonly (Checkpoint | undefined)[]> => {
    const found = await reading(() => names.map((name) => selectCheckpoint.get(name)));
    return found.map((row) => row && { position: row[0], fence: row[1] });
  };

  /** Encoded before the transaction: a body that cannot be stored fails alone. */
  const encoded = async (writes: readonly DocumentWrite[]): Promise<Encoded> => {
    const rowsOf = new Map<string, SQLInputValue[][]>();
    let bytes = 0;
    for (const one of writes) {
      const table = tableOf(one.collection);
      const body = one.body === undefined ? null : canonicalJson(one.body);
      const values = rowsOf.get(table.upsert) ?? [];
      values.push(table.values(one, body));
      rowsOf.set(table.upsert, values);
      bytes += body?.length ?? 0;
      const rest = turns?.due();
      if (rest !== undefined) await rest;
    }
    return { statements: [...rowsOf].map(([sql, values]) => ({ sql, rows: values })), bytes };
  };

  const write = async (writes: readonly DocumentWrite[], ...moved: readonly NamedCheckpoint[]): Promise<void> => {
    const { statements, bytes } = await encoded(writes);
    const move = { sql: MOVE_CHECKPOINT, rows: moved.map(({ name, position, fence }) => [name, position, fence]) };
    const unless = { sql: HIGHER_FENCE, rows: moved.map(({ name, fence }) => [fence, name, fence]) };
    const { refusedBy } = await commit({ kind: 'write', statements: [...statements, move], unless, bytes });
    if (refusedBy === undefined) return;
    const [name, fence, held] = refusedBy;
    throw fenced(String(name), Number(fence), Number(held));
  };

  const scan = async function* <D>(collection: string): AsyncGenerator<StoredDocument<D>> {
    const { page, members } = tableOf(collection);
    for (let after = ''; ;) {
      const from = after;
      const found = await reading(() => page.all(from, SCAN_ROWS));
      for (const row of found) {
        const document = toDocument<D>(collection, row);
        assertIndexed(collection, document, keysIn(members, row));
        yield document;
      }
      if (found.length < SCAN_ROWS) return;
      after = found.at(-1)?.[0] ?? after;
    }
  };

  return Object.freeze({
    declare,
    get: async <D>(collection: string, id: string) => {
      const { select } = tableOf(collection);
      const row = await reading(() => select.get(id));
      return row === undefined ? undefined : toDocument<D>(collection, row);
    },
    getText: async (collection: string, id: string) => {
      const { select } = tableOf(collection);
      const row = await reading(() => select.get(id));
      return row === undefined ? undefined : { text: row[3], owner: row[1], position: row[2] };
    },
    getMany,
    query,
    write,
    checkpoint: async (name: string) => (await checkpoints([name]))[0],
    checkpoints,
    drop: async (collection: string, checkpointName?: string) => {
      const statements = [
        { sql: dropStatement(collection), rows: [[]] },
        { sql: FORGET_CHECKPOINT, rows: checkpointName === undefined ? [] : [[checkpointName]] },
      ];
      await commit({ kind: 'write', statements });
      tables.delete(collection);
    },
    scan,
    forgetReplaced: emptyWal,
    members: createMemberStore(read),
    close,
  });
};

const toDocument = <D>(collection: string, [id, owner, position, body]: KeyedRow): StoredDocument<D> => ({
  id,
  owner,
  position,
  body: bodyIn<D>(collection, id, body),
});

/** Of a row of `page`: its keys, by member. */
const keysIn = (members: readonly string[], [, , , , ...keys]: KeyedRow): (readonly [string, Key | null])[] =>
  members.map((member, n) => {
    const key = keys[n] ?? NULL_KEY;
    return [member, key === NULL_KEY ? null : key];
  });

const fenced = (name: string, fence: number, held: number): Fault =>
  new Fault('conflict', `the checkpoint ${name} is held under fence ${held}, not ${fence}`, {
    retriable: false,
    detail: { name, fence, held },
  });

/** Of a checkpoint: its name, the fence that was asked with, and the higher one that holds it. */
const HIGHER_FENCE = 'SELECT name, ?, fence FROM checkpoints WHERE name = ? AND fence > ?';
const MOVE_CHECKPOINT = `INSERT INTO checkpoints VALUES (?, ?, ?) ON CONFLICT (name)
  DO UPDATE SET position = max(position, excluded.position), fence = excluded.fence`;
const FORGET_CHECKPOINT = 'DELETE FROM checkpoints WHERE name = ?';
