/** Pages of documents, as the server is asked for them. */
import { type ClientSession, type Db, type Document, MaxKey, MinKey, type ReadConcern } from 'mongodb';
import { limits } from '../../kernel/limits.ts';
import type { CollectionDefinition, Query } from '../../ports/document-store.ts';
import { concerns } from './client.ts';
import { collectionNameOf, LIVING, type Stored } from './collection-spec.ts';
import { type Edge, encodeCursor, HIGHEST, type KeyRange, keyRange, LOWEST } from './key-range.ts';

export type ReadOptions = {
  readonly session: ClientSession;
  readonly readConcern: ReadConcern;
  readonly maxTimeMS: number;
};

/** Of one read: bounded on the server too. */
export const readOptions = (session: ClientSession): ReadOptions => ({
  session,
  readConcern: concerns().readConcern,
  maxTimeMS: limits.mongoReadMaxMs,
});

export type StoredPage = { readonly documents: readonly Stored[]; readonly next: string | null };

const EMPTY: StoredPage = { documents: [], next: null };

/** The ends of an index scan: the server compares whole keys with them. Members are in the order of the index. */
const edgesOf = ({ index }: KeyRange, edges: readonly Edge[]): Document =>
  Object.fromEntries(Object.keys(index.key).map((field, n) => [field, toBson(edges[n] ?? null)]));

const toBson = (edge: Edge): unknown => {
  if (edge === LOWEST) return new MinKey();
  return edge === HIGHEST ? new MaxKey() : edge;
};

/** The query for a range of keys. */
const findOptionsOf = (range: KeyRange, { descending = false, limit }: Query): Document => ({
  hint: range.index.name,
  min: edgesOf(range, range.from),
  max: edgesOf(range, range.to),
  sort: Object.fromEntries(Object.keys(range.index.key).map((field) => [field, descending ? -1 : 1])),
  // One more than asked for tells whether there is a next page.
  limit: limit + 1,
  batchSize: limit + 2,
});

/** BrokenInvariant and fault `invalid` as `keyRange`. */
export const findPage = async (
  db: Db,
  definition: CollectionDefinition,
  query: Query,
  at: ReadOptions,
): Promise<StoredPage> => {
  const range = keyRange(definition, query);
  if (range === undefined) return EMPTY;
  const collection = db.collection<Stored>(collectionNameOf(definition.name));
  const found = await collection.find(LIVING, { ...findOptionsOf(range, query), ...at }).toArray();
  const last = found.length > query.limit ? found[query.limit - 1] : undefined;
  const next = last === undefined ? null : encodeCursor(range.order, last);
  return { documents: found.slice(0, query.limit), next };
};

/** The next living documents after an id, or from the first. By pages, so that no cursor outlives its primary. */
export const findScanned = async (
  db: Db,
  collection: string,
  after: string | undefined,
  at: ReadOptions,
): Promise<readonly Stored[]> => {
  const limit = limits.mongoScanDocumentsMax;
  return db
    .collection<Stored>(collectionNameOf(collection))
    .find(after === undefined ? LIVING : { ...LIVING, _id: { $gt: after } }, {
      sort: { _id: 1 },
      limit,
      batchSize: limit + 1,
      ...at,
    })
    .toArray();
};

/** Those of the ids that are there, tombstones among them, in any order. */
export const findByIds = async (
  db: Db,
  collection: string,
  ids: readonly string[],
  at: ReadOptions,
): Promise<readonly Stored[]> =>
  db
    .collection<Stored>(collectionNameOf(collection))
    .find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1, projection: { keys: 0 }, ...at })
    .toArray();
