/** Writes of documents and checkpoints as updates that keep what is newer. */
import type { AnyBulkWriteOperation, ClientSession, Db, Document } from 'mongodb';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Checkpoint, DocumentWrite } from '../../ports/document-store.ts';
import { CHECKPOINTS, collectionNameOf, keysOf, type Stored } from './collection-spec.ts';

export type NamedCheckpoint = { readonly name: string } & Checkpoint;
export type StoredCheckpoint = { readonly _id: string; readonly position: string; readonly fence: number };

/** The updates of one collection, in the order of ids. */
export type CollectionUpdates = {
  readonly collection: string;
  readonly updates: readonly AnyBulkWriteOperation<Stored>[];
};

/**
 * The newest write of each document. All writers take collections and ids in the same order: two that meet give way to
 * each other once, not for ever. `membersOf` asserts that a collection is declared. Fault `too_large`.
 */
export const updatesOf = (
  writes: readonly DocumentWrite[],
  membersOf: (collection: string) => readonly string[],
): readonly CollectionUpdates[] => {
  const collections = new Map<string, Map<string, DocumentWrite>>();
  for (const write of writes) {
    const documents = collections.get(write.collection) ?? new Map<string, DocumentWrite>();
    collections.set(write.collection, documents);
    const other = documents.get(write.id);
    if (other === undefined || write.position > other.position) documents.set(write.id, write);
  }
  return [...collections]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([collection, documents]) => {
      const members = membersOf(collection);
      const ordered = [...documents.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return { collection, updates: ordered.map((write) => updateOf(storedOf(write, members))) };
    });
};

const storedOf = ({ id, owner, position, body }: DocumentWrite, members: readonly string[]): Stored => {
  if (body === undefined) return { _id: id, owner, position };
  const text = canonicalJson(body);
  if (Buffer.byteLength(text) > limits.documentBytesMax) {
    throw new Fault('too_large', `the document ${id} is over ${limits.documentBytesMax} bytes`, { retriable: false });
  }
  return { _id: id, owner, position, text, keys: keysOf(members, body) };
};

/**
 * Puts the document in the place of an older one, or of none: no position is below every position. A filter on the
 * position would do outside of transactions only, since a document that it leaves out is inserted again, and the
 * duplicate key ends the transaction.
 */
const updateOf = (stored: Stored): AnyBulkWriteOperation<Stored> => ({
  updateOne: {
    filter: { _id: stored._id },
    update: [replaceIf({ $gt: [{ $literal: stored.position }, '$position'] }, { $literal: stored })],
    upsert: true,
  },
});

const replaceIf = (condition: Document, replacement: Document): { $replaceWith: Document } => ({
  $replaceWith: { $cond: [condition, replacement, '$$ROOT'] },
});

export const applyUpdates = async (
  db: Db,
  session: ClientSession,
  updates: readonly CollectionUpdates[],
): Promise<void> => {
  for (const { collection, updates: of } of updates) {
    await db.collection<Stored>(collectionNameOf(collection)).bulkWrite([...of], { ordered: false, session });
  }
};

/** Moves a checkpoint, never back. Fault `conflict`: its fence is higher, it was not moved. */
export const moveCheckpoint = async (
  db: Db,
  session: ClientSession,
  { name, position, fence }: NamedCheckpoint,
): Promise<void> => {
  const moved = { _id: { $literal: name }, position: { $max: ['$position', { $literal: position }] }, fence };
  const now = await db
    .collection<StoredCheckpoint>(CHECKPOINTS)
    .findOneAndUpdate({ _id: name }, [replaceIf({ $lte: ['$fence', fence] }, moved)], {
      upsert: true,
      returnDocument: 'after',
      session,
    });
  if (now !== null && now.fence > fence) throw fenced(name, fence, now.fence);
};

/** Fault `conflict` when the fence of the checkpoint is higher than this one. */
export const checkFence = async (db: Db, session: ClientSession, { name, fence }: NamedCheckpoint): Promise<void> => {
  const held = await db.collection<StoredCheckpoint>(CHECKPOINTS).findOne({ _id: name }, { session });
  if (held !== null && held.fence > fence) throw fenced(name, fence, held.fence);
};

const fenced = (name: string, fence: number, held: number): Fault =>
  new Fault('conflict', `the checkpoint ${name} is held under fence ${held}, not ${fence}`, {
    retriable: false,
    detail: { name, fence, held },
  });
