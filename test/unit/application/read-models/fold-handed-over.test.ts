/** A batch of folded documents that is on its way to the store while later events are folded. */
import test from 'ava';
import {
  createProjectionFold,
  type ProjectionFold,
} from '../../../../src/application/read-models/folding/projection-fold.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import { ballPut } from '../../../support/log/box-aggregate.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { createProjectionWorld, foldedFromZero, storedIn } from '../../../support/read-models/projection-world.ts';

/** Balls are put into three boxes in two parts; the first is handed over, and stored when the second was folded. */
const inTwoParts = async (broken: (fold: ProjectionFold) => ProjectionFold = (fold) => fold) => {
  const world = createProjectionWorld();
  for (let i = 0; i < 30; i += 1) {
    await world.append(`box-${i % 3}`, ballPut({ ball: `${i}`, held: 1, note: '' }));
  }
  const stored = await world.events();
  const events = stored.map(world.codec.decode);
  const collection = collectionOf(boxes);
  await world.documents.declare({ name: collection, indexes: {} });
  let reads = 0;
  const documents = {
    get: async <D>(from: string, id: string) => {
      reads += 1;
      return world.documents.get<D>(from, id);
    },
  };
  const fold = broken(createProjectionFold({ documents, projection: boxes, collection, documentsMax: 10 }));
  await fold.fold(events.slice(0, 15));
  const first = fold.handOver();
  await fold.fold(events.slice(15));
  const again = isRefused(() => fold.handOver());
  await world.documents.write(first.writes);
  first.stored();
  const second = fold.handOver();
  await world.documents.write(second.writes);
  second.stored();
  const found = await storedIn(world.documents, collection);
  const expected = foldedFromZero(world.codec, boxes, stored);
  await world.close();
  return { reads, again, isSame: JSON.stringify(found) === JSON.stringify(expected) };
};

const isRefused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof BrokenInvariant;
  }
};

test('a batch that is handed over is met by later events before it is stored, and read by none', async (t) => {
  t.deepEqual(await inTwoParts(), { reads: 3, again: true, isSame: true });
});

test('sabotage: a fold that forgets the batch that it has handed over is found', async (t) => {
  const { isSame } = await inTwoParts((fold) => ({
    ...fold,
    handOver: () => {
      const handed = fold.handOver();
      fold.discard();
      return handed;
    },
  }));
  t.false(isSame);
});
