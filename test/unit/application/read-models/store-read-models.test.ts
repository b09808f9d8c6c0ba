/** Documents and checkpoints of several read models: together, and each with its own outcome after a refusal. */
import test from 'ava';
import type { HeldReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import {
  createModelStore,
  saveCheckpoints,
} from '../../../../src/application/read-models/folding/store-read-models.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';

/** Models by their names: `b` has changed nothing and is not behind. `refused`: why a write with one of them fails. */
const setUp = (refused: Readonly<Record<string, Error>> = {}) => {
  const seen: string[] = [];
  const written: string[] = [];
  const documents: Pick<DocumentStore, 'write'> = {
    write: async (_, ...checkpoints) => {
      for (const { name } of checkpoints) if (refused[name] !== undefined) throw refused[name];
      written.push(checkpoints.map(({ name, position }) => `${name}@${position}`).join(' '));
      await Promise.resolve();
    },
  };
  const told =
    (what: string) =>
    ({ collection }: HeldReadModel): void =>
      void seen.push(`${collection} ${what}`);
  const model = (name: string, size: number): HeldReadModel =>
    ({
      collection: name,
      fold: { size: () => size, writes: () => [] },
      position: () => '7',
      isBehind: () => size > 0,
      checkpointsAt: (through: string) => [{ name, position: through, fence: 1 }],
      stored: () => seen.push(`${name} stored`),
      saved: (through: string) => seen.push(`${name} saved at ${through}`),
      pass: () => seen.push(`${name} passed`),
    }) as unknown as HeldReadModel;
  const models = [model('a', 1), model('b', 0), model('c', 2)];
  const lost = told('lost');
  const storeAll = createModelStore({ documents, moved: told('moved'), lost, broken: told('broken') });
  return {
    seen,
    written,
    store: async () => storeAll(models, '7'),
    save: async () => saveCheckpoints({ documents, lost }, models),
  };
};

test('those that have changed go in one write, the others pass', async (t) => {
  const { seen, written, store } = setUp();
  await store();
  t.deepEqual(written, ['a@7 c@7']);
  t.deepEqual(seen, ['b passed', 'b moved', 'a stored', 'a moved', 'c stored', 'c moved']);
});

test('the checkpoints of those that are behind are saved in one write', async (t) => {
  const { seen, written, save } = setUp();
  await save();
  t.deepEqual(written, ['a@7 c@7']);
  t.deepEqual(seen, ['a saved at 7', 'c saved at 7']);
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

test('after a refusal each checkpoint is saved by itself: only the one that is fenced off is lost', async (t) => {
  const { seen, written, save } = setUp({ c: new Fault('conflict', 'fenced') });
  await save();
  t.deepEqual(written, ['a@7']);
  t.deepEqual(seen.toSorted(), ['a saved at 7', 'c lost']);
});

test('an unanswered store is reported, and no read model has moved or is saved', async (t) => {
  const { seen, written, store, save } = setUp({ c: new Fault('unavailable', 'down') });
  await t.throwsAsync(save(), { code: 'unavailable' });
  await t.throwsAsync(store(), { code: 'unavailable' });
  t.deepEqual([seen, written], [['b passed', 'b moved'], []]);
});
