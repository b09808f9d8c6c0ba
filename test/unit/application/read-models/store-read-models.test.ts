/** The writes of a lane: together where the store can, and each with its own outcome after a refusal. */
import test from 'ava';
import type { HeldReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import { createModelStore } from '../../../../src/application/read-models/folding/store-read-models.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import type { WritePart } from '../../../../src/ports/document-store.ts';

type Store = { readonly writeAll?: (parts: readonly WritePart[]) => Promise<void> };

/** Models by their names; `fenced` ones are refused when they are stored one by one. */
const setUp = (store: Store, fenced: readonly string[] = []) => {
  const seen: string[] = [];
  const model = (name: string, size: number): HeldReadModel =>
    ({
      collection: name,
      fold: { size: () => size },
      toStore: (through: string) => [{ writes: [], checkpoint: { name, position: through, fence: 1 } }],
      stored: () => seen.push(`${name} stored`),
      pass: () => seen.push(`${name} passed`),
      store: async () => {
        if (fenced.includes(name)) throw new Fault('conflict', 'fenced');
        seen.push(`${name} stored alone`);
        await Promise.resolve();
      },
    }) as unknown as HeldReadModel;
  const told =
    (what: string) =>
    ({ collection }: HeldReadModel): void =>
      void seen.push(`${collection} ${what}`);
  const storeAll = createModelStore({
    documents: store,
    moved: told('moved'),
    lost: told('lost'),
    broken: told('broken'),
  });
  return { seen, store: async () => storeAll([model('a', 1), model('b', 0), model('c', 2)], '7') };
};

test('those that have changed go in one write, the others pass', async (t) => {
  const written: string[][] = [];
  const writeAll = async (parts: readonly WritePart[]): Promise<void> => {
    written.push(parts.map(({ checkpoint }) => `${checkpoint.name}@${checkpoint.position}`));
    await Promise.resolve();
  };
  const { seen, store } = setUp({ writeAll });
  await store();
  t.deepEqual(written, [['a@7', 'c@7']]);
  t.deepEqual(seen, ['b passed', 'b moved', 'a stored', 'a moved', 'c stored', 'c moved']);
});

test('a refusal is found out one by one: only the one that is fenced off is lost', async (t) => {
  const writeAll = async (): Promise<void> => Promise.reject(new Fault('conflict', 'fenced'));
  const { seen, store } = setUp({ writeAll }, ['c']);
  await store();
  t.deepEqual(seen.toSorted(), ['a moved', 'a stored alone', 'b moved', 'b passed', 'c lost']);
});

test('an unanswered store is reported, and no read model has moved; one without it writes one by one', async (t) => {
  const writeAll = async (): Promise<void> => Promise.reject(new Fault('unavailable', 'down'));
  const down = setUp({ writeAll });
  await t.throwsAsync(down.store(), { message: 'down' });
  t.deepEqual(down.seen, ['b passed', 'b moved']);
  const plain = setUp({});
  await plain.store();
  t.deepEqual(plain.seen.toSorted(), ['a moved', 'a stored alone', 'b moved', 'b passed', 'c moved', 'c stored alone']);
});
