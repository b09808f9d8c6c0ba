/** Makes a collection and its missing indexes. */
import type { Collection, Db } from 'mongodb';
import { limits } from '../../kernel/limits.ts';
import type { CollectionDefinition } from '../../ports/document-store.ts';
import {
  CHECKPOINTS,
  collectionNameOf,
  type IndexSpec,
  indexSpecsOf,
  keysOf,
  LIVING,
  type Stored,
} from './collection-spec.ts';
import { hasCode, NAMESPACE_EXISTS } from './driver-faults.ts';

/**
 * Idempotent, also when run several times at once; the collection of checkpoints is made too. On a replica set an index
 * counts when a majority of the nodes has it. A wait for all would wait for one that is down.
 */
export const declareCollection = async (
  db: Db,
  definition: CollectionDefinition,
  isReplicated: boolean,
): Promise<void> => {
  const name = collectionNameOf(definition.name);
  await makeCollection(db, CHECKPOINTS);
  await makeCollection(db, name);
  const collection = db.collection<Stored>(name);
  const indexes = (await collection.listIndexes().toArray()) as readonly { readonly name: string }[];
  const present = new Set(indexes.map((index) => index.name));
  const missing = indexSpecsOf(definition).filter((spec) => !present.has(spec.name));
  if (missing.length === 0) return;
  await addKeys(collection, definition, missing);
  await collection.createIndexes(
    missing.map((spec) => ({ ...spec })),
    isReplicated ? { commitQuorum: 'majority' } : {},
  );
};

const makeCollection = async (db: Db, name: string): Promise<void> => {
  try {
    await db.createCollection(name);
  } catch (error) {
    if (!hasCode(error, NAMESPACE_EXISTS)) throw error;
  }
};

/** An index that was added to a definition later: its members are taken from the texts that are there. */
const addKeys = async (
  collection: Collection<Stored>,
  definition: CollectionDefinition,
  missing: readonly IndexSpec[],
): Promise<void> => {
  const paths = [...new Set(missing.flatMap(({ key }) => Object.keys(key)))].filter((path) => path.startsWith('keys.'));
  const members = paths.map((path) => path.slice('keys.'.length));
  if (members.length === 0) return;
  const lacking = { ...LIVING, $or: paths.map((path) => ({ [path]: { $exists: false } })) };
  const found = collection.find(lacking, { projection: { keys: 0 }, batchSize: limits.mongoScanDocumentsMax });
  let batch: Stored[] = [];
  for await (const document of found) {
    batch.push(document);
    if (batch.length < limits.mongoScanDocumentsMax) continue;
    await setKeys(collection, definition, members, batch);
    batch = [];
  }
  await setKeys(collection, definition, members, batch);
};

/** Only where the text is still the one that the keys were taken from: a newer one came with its own. */
const setKeys = async (
  collection: Collection<Stored>,
  { name }: CollectionDefinition,
  members: readonly string[],
  batch: readonly Stored[],
): Promise<void> => {
  if (batch.length === 0) return;
  const updates = batch.map(({ _id, position, text = '{}' }) => {
    const keys = Object.entries(keysOf(members, JSON.parse(text)));
    const $set = Object.fromEntries(keys.map(([member, key]) => [`keys.${member}`, key]));
    return { updateOne: { filter: { _id, position }, update: { $set } } };
  });
  await collection.bulkWrite(updates, { ordered: false, comment: `the keys of ${name}` });
};
