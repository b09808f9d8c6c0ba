/** Batches of folded documents that are on their way to the store while later events are folded. */
import test from 'ava';
import {
  createProjectionFold,
  type ProjectionFold,
} from '../../../../src/application/read-models/folding/projection-fold.ts';
import { holdReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import type { RecordedEvent } from '../../../../src/kernel/event.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { ballPut } from '../../../support/log/box-aggregate.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { createProjectionWorld, foldedFromZero, storedIn } from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

/** Balls are put into three boxes in three parts. Two are handed over before the first is stored. */
const inThreeParts = async (t: Scope, broken: (fold: ProjectionFold) => ProjectionFold = (fold) => fold) => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 30; i += 1) {
    await world.append(`box-${i % 3}`, ballPut({ ball: `${i}`, held: 1, note: '' }));
  }
  const stored = await world.events();
  const events = stored.map(world.codec.decode);
  const collection = collectionOf(boxes);
  await world.documents.declare({ name: collection, indexes: {} });
  let reads = 0;
  const documents = {
    getMany: async <D>(from: string, ids: readonly string[]) => {
      reads += ids.length;
      return world.documents.getMany<D>(from, ids);
    },
  };
  const fold = broken(createProjectionFold({ documents, projection: boxes, collection, documentsMax: 10 }));
  const handed = [];
  for (const from of [0, 10]) {
    await fold.fold(events.slice(from, from + 10));
    handed.push(fold.handOver());
  }
  await fold.fold(events.slice(20));
  handed.push(fold.handOver());
  for (const { writes, stored: written } of handed) {
    await world.documents.write(writes);
    written();
  }
  const found = await storedIn(world.documents, collection);
  const expected = foldedFromZero(world.codec, boxes, stored);
  return { reads, isSame: JSON.stringify(found) === JSON.stringify(expected) };
};

test('batches that are handed over are met by later events before they are stored, and read by none', async (t) => {
  t.deepEqual(await inThreeParts(t), { reads: 3, isSame: true });
});

test('batches that are handed over are stored in their order', (t) => {
  const documents = { getMany: async () => Promise.resolve([]) };
  const fold = createProjectionFold({ documents, projection: boxes, collection: 'boxes@1', documentsMax: 10 });
  fold.handOver();
  const second = fold.handOver();
  t.throws(second.stored, { instanceOf: BrokenInvariant });
});

test('a part that is stored aside waits for the one before it, and fails with it', async (t) => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 2; i += 1) await world.append('box-0', ballPut({ ball: `${i}`, held: 1, note: '' }));
  const [one, two] = (await world.events()).map(world.codec.decode) as [RecordedEvent, RecordedEvent];
  const collection = collectionOf(boxes);
  const { promise: away, reject } = Promise.withResolvers<undefined>();
  let written = 0;
  const documents = {
    ...world.documents,
    write: async (...[writes, ...checkpoints]: Parameters<DocumentStore['write']>) => {
      if (writes.length === 0) return world.documents.write(writes, ...checkpoints); // The fence.
      written += 1;
      return away;
    },
  };
  const model = await holdReadModel(documents, boxes, { collection, shards: 1 }, { documentsMax: 10 });
  await model.fold.fold([one]);
  const first = model.store(one.position);
  await model.fold.fold([two]);
  const second = model.store(two.position);
  reject(new Fault('unavailable', 'the store is away'));
  const both = await Promise.allSettled([first, second]);
  t.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is(written, 1);
});

test('sabotage: a fold that forgets the batch that it has handed over is found', async (t) => {
  const { isSame } = await inThreeParts(t, (fold) => ({
    ...fold,
    handOver: () => {
      const handed = fold.handOver();
      fold.discard();
      return { ...handed, stored: () => undefined };
    },
  }));
  t.false(isSame);
});
