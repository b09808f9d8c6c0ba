/** The writes of a lane: together, and each with its own outcome after a refusal. */
import test from 'ava';
import type { HeldReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import { createModelStore } from '../../../../src/application/read-models/folding/store-read-models.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { modelWrites } from '../../../support/read-models/model-writes.ts';

/** Models by their names: `b` has changed nothing. */
const setUp = (refused: Readonly<Record<string, Error>> = {}) => {
  const { seen, written, documents, told } = modelWrites(refused);
  const model = (name: string, size: number): HeldReadModel =>
    ({
      collection: name,
      fold: { size: () => size, writes: () => [] },
      checkpointsAt: (through: string) => [{ name, position: through, fence: 1 }],
      stored: () => seen.push(`${name} stored`),
      pass: () => seen.push(`${name} passed`),
    }) as unknown as HeldReadModel;
  const storeAll = createModelStore({ documents, moved: told('moved'), lost: told('lost'), broken: told('broken') });
  return { seen, written, store: async () => storeAll([model('a', 1), model('b', 0), model('c', 2)], '7') };
};

test('those that have changed go in one write, the others pass', async (t) => {
  const { seen, written, store } = setUp();
  await store();
  t.deepEqual(written, ['a@7 c@7']);
  t.deepEqual(seen, ['b passed', 'b moved', 'a stored', 'a moved', 'c stored', 'c moved']);
});

for (const [what, error, outcome] of [
  ['that is fenced off is lost', new Fault('conflict', 'fenced'), 'lost'],
  ['that no store takes is broken', new BrokenInvariant('no number'), 'broken'],
] as const) {
  test(`a refusal is found out one by one: only the one ${what}`, async (t) => {
    const { seen, written, store } = setUp({ c: error });
    await store();
    t.deepEqual(written, ['a@7']);
    t.deepEqual(seen.toSorted(), ['a moved', 'a stored', 'b moved', 'b passed', `c ${outcome}`]);
  });
}

test('an unanswered store is reported, and no read model has moved', async (t) => {
  const { seen, written, store } = setUp({ c: new Fault('unavailable', 'down') });
  await t.throwsAsync(store(), { message: 'down' });
  t.deepEqual([seen, written], [['b passed', 'b moved'], []]);
});
