/** Writes of documents and checkpoints as updates that keep what is newer. */
import type { AnyBulkWriteOperation, ClientSession, Db, Document } from 'mongodb';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Checkpoint, DocumentWrite } from '../../ports/document-store.ts';
import { CHECKPOINTS, collectionNameOf, keysOf, type Stored } from './collection-spec.ts';
import { readOptions } from './read-documents.ts';

export type NamedCheckpoint = { readonly name: string } & Checkpoint;
export type StoredCheckpoint = { readonly _id: string; readonly position: string; readonly fence: number };

/** The updates of one collection, in the order of ids. */
export type CollectionUpdates = {
  readonly collection: string;
  readonly updates: readonly AnyBulkWriteOperation<Stored>[];
};

/** What is written at once: usually all of it. */
export type Batch = readonly CollectionUpdates[];

/**
 * The newest write of each document, in batches of at most `limits.mongoBatchBytesMax`; at least one, maybe empty. All
 * writers take collections and ids in the same order: two that meet give way to each other once, not for ever.
 * `membersOf` asserts that a collection is declared. Fault `too_large`.
 */
export const batchesOf = (
  writes: readonly DocumentWrite[],
  membersOf: (collection: string) => readonly string[],
): readonly Batch[] => {
  type Updates = Map<string, AnyBulkWriteOperation<Stored>[]>;
  let batch: Updates = new Map();
  const batches = [batch];
  let bytes = 0;
  for (const write of newestOf(writes)) {
    const stored = storedOf(write, membersOf(write.collection));
    const size = stored.text === undefined ? 0 : Buffer.byteLength(stored.text);
    if (size > limits.documentBytesMax) throw tooLarge(write.id);
    if (bytes > 0 && bytes + size > limits.mongoBatchBytesMax) {
      batch = new Map();
      batches.push(batch);
      bytes = 0;
    }
    bytes += size;
    const updates = batch.get(write.collection) ?? [];
    updates.push(updateOf(stored));
    batch.set(write.collection, updates);
  }
  return batches.map((of) => [...of].map(([collection, updates]) => ({ collection, updates })));
};

/** One write of each document, by collection and id. */
const newestOf = (writes: readonly DocumentWrite[]): readonly DocumentWrite[] => {
  const ordered = writes.toSorted(
    (a, b) => inOrder(a.collection, b.collection) || inOrder(a.id, b.id) || inOrder(b.position, a.position),
  );
  return ordered.filter((write, n) => {
    const before = ordered[n - 1];
    return before === undefined || before.id !== write.id || before.collection !== write.collection;
  });
};

const inOrder = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const storedOf = ({ id, owner, position, body }: DocumentWrite, members: readonly string[]): Stored =>
  body === undefined
    ? { _id: id, owner, position }
    : { _id: id, owner, position, text: canonicalJson(body), keys: keysOf(members, body) };

const tooLarge = (id: string): Fault =>
  new Fault('too_large', `the document ${id} is over ${limits.documentBytesMax} bytes`, { retriable: false });

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

export const applyBatch = async (db: Db, session: ClientSession, batch: Batch): Promise<void> => {
  for (const { collection, updates } of batch) {
    await db.collection<Stored>(collectionNameOf(collection)).bulkWrite([...updates], { ordered: false, session });
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
  const held = await db.collection<StoredCheckpoint>(CHECKPOINTS).findOne({ _id: name }, readOptions(session));
  if (held !== null && held.fence > fence) throw fenced(name, fence, held.fence);
};

const fenced = (name: string, fence: number, held: number): Fault =>
  new Fault('conflict', `the checkpoint ${name} is held under fence ${held}, not ${fence}`, {
    retriable: false,
    detail: { name, fence, held },
  });
