/** The document store on MongoDB; decision 0035 has the base of each promise. */
import { assertIndexed, bodyIn } from '../../kernel/damaged-document.ts';
import { indexedMembers } from '../../kernel/document-index.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Turns } from '../../ports/basics.ts';
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
import { CHECKPOINTS, collectionNameOf, type Stored } from './collection-spec.ts';
import { type Connection, type ConnectionDeps, openConnection } from './connection.ts';
import { declareCollection } from './declare-collection.ts';
import { hasCode, NAMESPACE_NOT_FOUND } from './driver-faults.ts';
import { createMemberStore } from './members.ts';
import { findByIds, findPage, findScanned, type ReadOptions, readOptions } from './read-documents.ts';
import { batchesOf, type StoredCheckpoint } from './write-documents.ts';
import { createWriting, type WritingDeps } from './writing.ts';

export type MongoDocumentsOptions = ConnectionDeps &
  Pick<WritingDeps, 'transactions'> & {
    /** Asked between two documents, read or written; left out by tools, which serve no clients meanwhile. */
    readonly turns?: Turns;
  };

export type MongoDocuments = DocumentStore & {
  /** Whether a node answers that takes writes. Fault `unavailable`. */
  ping(): Promise<void>;
};

/**
 * Opens the read models in a database of the server at `url`, without a call to it. While the server is down each call
 * is fault `unavailable`, after `limits.mongoReadMaxMs` at the latest (writes: `mongoWriteMaxMs`). Fault `invalid`: the
 * URL cannot be read.
 */
export const openMongoDocuments = (options: MongoDocumentsOptions): MongoDocuments => {
  const connection = openConnection(options);
  const { db, call } = connection;
  const { turns } = options;
  const definitions = new Map<string, CollectionDefinition>();
  const checkpoints = db.collection<StoredCheckpoint>(CHECKPOINTS);

  const definitionOf = (collection: string): CollectionDefinition => {
    const definition = definitions.get(collection);
    assert(definition !== undefined, `the collection ${collection} is not declared`);
    return definition;
  };

  const living = async (collection: string, id: string): Promise<Living | undefined> => {
    const documents = db.collection<Stored>(collectionNameOf(definitionOf(collection).name));
    const found = await read(connection, async (at) => documents.findOne({ _id: id }, at));
    return found !== null && isLiving(found) ? found : undefined;
  };

  const getMany = async <D>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly (StoredDocument<D> | undefined)[]> => {
    const { name } = definitionOf(collection);
    const found = new Map<string, StoredDocument<D>>();
    for (let from = 0; from < ids.length; from += limits.mongoScanDocumentsMax) {
      const some = ids.slice(from, from + limits.mongoScanDocumentsMax);
      const stored = await read(connection, async (at) => findByIds(db, name, some, at));
      for (const one of await toDocuments<D>(collection, stored, turns)) found.set(one.id, one);
    }
    return ids.map((id) => found.get(id));
  };

  const query = async <D>(asked: Query): Promise<Page<D>> => {
    assert(Number.isInteger(asked.limit) && asked.limit > 0, 'a page has a size');
    const definition = definitionOf(asked.collection);
    const { documents, next } = await read(connection, async (at) => findPage(db, definition, asked, at));
    return { documents: await toDocuments<D>(asked.collection, documents, turns), next };
  };

  const checkpointsOf = async (names: readonly string[]): Promise<readonly (Checkpoint | undefined)[]> => {
    if (names.length === 0) return [];
    const found = await read(connection, async (at) =>
      checkpoints.find({ _id: { $in: [...names] } }, { batchSize: names.length + 1, ...at }).toArray(),
    );
    const byName = new Map(found.map(({ _id, position, fence }) => [_id, { position, fence }]));
    return names.map((name) => byName.get(name));
  };

  const writeBatches = createWriting(connection, options);
  const membersIn = (collection: string): readonly string[] => indexedMembers(definitionOf(collection));

  const scan = async function* <D>(collection: string): AsyncGenerator<StoredDocument<D>> {
    const members = membersIn(collection);
    for (let after: string | undefined; ;) {
      const from = after;
      const found = await read(connection, async (at) => findScanned(db, collection, from, at));
      for (const one of found.filter(isLiving)) {
        const document = toDocument<D>(collection, one);
        const keyIn = (member: string) => [member, one.keys?.[member] ?? null] as const;
        assertIndexed(collection, document, members.map(keyIn));
        yield document;
      }
      if (found.length < limits.mongoScanDocumentsMax) return;
      after = found.at(-1)?._id;
    }
  };

  return Object.freeze({
    declare: async (definition: CollectionDefinition) => {
      await call(limits.mongoDeclareMaxMs, async () => declareCollection(db, definition, connection.hasTransactions()));
      definitions.set(definition.name, definition);
    },
    get: async <D>(collection: string, id: string) => {
      const found = await living(collection, id);
      return found && toDocument<D>(collection, found);
    },
    getMany,
    getText: async (collection: string, id: string) => {
      const found = await living(collection, id);
      return found && { text: found.text, owner: found.owner, position: found.position };
    },
    query,
    write: async (writes: readonly DocumentWrite[], ...moved: readonly NamedCheckpoint[]) =>
      writeBatches(await batchesOf(writes, membersIn, turns), moved),
    checkpoint: async (name: string) => (await checkpointsOf([name]))[0],
    checkpoints: checkpointsOf,
    drop: async (collection: string, checkpointName?: string) => {
      await call(limits.mongoWriteMaxMs, async (session) => {
        // First: documents without a checkpoint are folded again, a checkpoint without its documents never.
        if (checkpointName !== undefined) await checkpoints.deleteOne({ _id: checkpointName }, { session });
        await dropIfThere(connection, collection);
      });
      definitions.delete(collection);
    },
    scan,
    members: createMemberStore(connection),
    ping: async () => {
      await call(limits.mongoReadMaxMs, async (session) => db.command({ ping: 1 }, { session }));
    },
    close: connection.close,
  });
};

type Living = Stored & { readonly text: string };

/** One read, bounded on both sides. */
const read = async <T>({ call }: Connection, find: (at: ReadOptions) => Promise<T>): Promise<T> =>
  call(limits.mongoReadMaxMs, async (session) => find(readOptions(session)));

const isLiving = (stored: Stored): stored is Living => stored.text !== undefined;

const toDocument = <D>(collection: string, { _id, owner, position, text }: Living): StoredDocument<D> => ({
  id: _id,
  owner,
  position,
  body: bodyIn<D>(collection, _id, text),
});

/** The living ones, parsed in turns that all readers share. */
const toDocuments = async <D>(
  collection: string,
  stored: readonly Stored[],
  turns?: Turns,
): Promise<StoredDocument<D>[]> => {
  const documents: StoredDocument<D>[] = [];
  for (const one of stored.filter(isLiving)) {
    const rest = documents.length > 0 ? turns?.due() : undefined;
    if (rest !== undefined) await rest;
    documents.push(toDocument<D>(collection, one));
  }
  return documents;
};

const dropIfThere = async ({ db }: Connection, collection: string): Promise<void> => {
  try {
    await db.collection(collectionNameOf(collection)).drop();
  } catch (error) {
    if (!hasCode(error, NAMESPACE_NOT_FOUND)) throw error;
  }
};
