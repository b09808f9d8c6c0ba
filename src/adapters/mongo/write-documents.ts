/** Writes of documents and checkpoints as updates that keep the newer state. */
import type { AnyBulkWriteOperation, ClientSession, Db, Document } from 'mongodb';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Turns } from '../../ports/basics.ts';
import type { DocumentWrite, NamedCheckpoint } from '../../ports/document-store.ts';
import { CHECKPOINTS, collectionNameOf, keysOf, type Stored } from './collection-spec.ts';
import { readOptions } from './read-documents.ts';

export type StoredCheckpoint = { readonly _id: string; readonly position: string; readonly fence: number };

/** The updates of one collection, in the order of ids. */
export type CollectionUpdates = {
  readonly collection: string;
  readonly updates: readonly AnyBulkWriteOperation<Stored>[];
};

/** The documents of one write: usually all of them. */
export type Batch = readonly CollectionUpdates[];

/**
 * The newest write of each document, in batches of at most `limits.mongoBatchBytesMax`; at least one, maybe empty. All
 * writers take collections and ids in the same order: two that meet give way to each other once, not for ever.
 * `membersOf` asserts that a collection is declared. A fold may write many documents: turns are asked for between two.
 * Fault `too_large`.
 */
export const batchesOf = async (
  writes: readonly DocumentWrite[],
  membersOf: (collection: string) => readonly string[],
  turns?: Turns,
): Promise<readonly Batch[]> => {
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
    const rest = turns?.due();
    if (rest !== undefined) await rest;
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
 * Replaces an older document, or none: no position is below every position. A filter on the position works outside of
 * transactions only. A filtered document is inserted again, and the duplicate key ends the transaction.
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

/** Moves checkpoints, never back. Fault `conflict`: the fence of one is higher, it was not moved. */
export const moveCheckpoints = async (
  db: Db,
  session: ClientSession,
  moved: readonly NamedCheckpoint[],
): Promise<void> => {
  const [first] = moved;
  if (first === undefined) return;
  if (moved.length === 1) return moveCheckpoint(db, session, first);
  const updates = moved.map((one) => ({
    updateOne: { filter: { _id: one.name }, update: [movedTo(one)], upsert: true },
  }));
  await db.collection<StoredCheckpoint>(CHECKPOINTS).bulkWrite(updates, { ordered: false, session });
  await checkFences(db, session, moved);
};

const movedTo = ({ name, position, fence }: NamedCheckpoint): Document => {
  const moved = { _id: { $literal: name }, position: { $max: ['$position', { $literal: position }] }, fence };
  return replaceIf({ $lte: ['$fence', fence] }, moved);
};

/** The same for one, in one call. */
const moveCheckpoint = async (db: Db, session: ClientSession, moved: NamedCheckpoint): Promise<void> => {
  const { name, fence } = moved;
  const now = await db
    .collection<StoredCheckpoint>(CHECKPOINTS)
    .findOneAndUpdate({ _id: name }, [movedTo(moved)], { upsert: true, returnDocument: 'after', session });
  if (now !== null && now.fence > fence) throw fenced(name, fence, now.fence);
};

/** Fault `conflict` when the fence of one of the checkpoints is higher than this one. */
export const checkFences = async (
  db: Db,
  session: ClientSession,
  wanted: readonly NamedCheckpoint[],
): Promise<void> => {
  if (wanted.length === 0) return;
  const fences = new Map(wanted.map(({ name, fence }) => [name, fence]));
  // In a transaction it reads as the transaction does.
  const at = session.inTransaction() ? { session } : readOptions(session);
  const found = db
    .collection<StoredCheckpoint>(CHECKPOINTS)
    .find({ _id: { $in: [...fences.keys()] } }, { batchSize: fences.size + 1, ...at });
  for (const { _id, fence: held } of await found.toArray()) {
    const fence = fences.get(_id) ?? held;
    if (held > fence) throw fenced(_id, fence, held);
  }
};

const fenced = (name: string, fence: number, held: number): Fault =>
  new Fault('conflict', `the checkpoint ${name} is held under fence ${held}, not ${fence}`, {
    retriable: false,
    detail: { name, fence, held },
  });
