/** The checkpoints of read models without changes: in one write where the store can, each by itself after a refusal. */
import test from 'ava';
import type { HeldReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import { saveCheckpoints } from '../../../../src/application/read-models/folding/store-read-models.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import type { WritePart } from '../../../../src/ports/document-store.ts';

type Store = { readonly writeAll?: (parts: readonly WritePart[]) => Promise<void> };

/** Models by their names: `b` is not behind, and `fenced` ones are refused when they are saved one by one. */
const setUp = (store: Store, fenced: readonly string[] = []) => {
  const seen: string[] = [];
  const model = (name: string, isBehind = true): HeldReadModel =>
    ({
      collection: name,
      position: () => '7',
      toSave: () => (isBehind ? [{ writes: [], checkpoint: { name, position: '7', fence: 1 } }] : []),
      saved: (through: string) => seen.push(`${name} saved at ${through}`),
      save: async () => {
        if (fenced.includes(name)) throw new Fault('conflict', 'fenced');
        seen.push(`${name} saved alone`);
        await Promise.resolve();
      },
    }) as unknown as HeldReadModel;
  const lost = ({ collection }: HeldReadModel): void => void seen.push(`${collection} lost`);
  return {
    seen,
    save: async () => saveCheckpoints({ documents: store, lost }, [model('a'), model('b', false), model('c')]),
  };
};

test('those that are behind are saved in one write', async (t) => {
  const written: string[][] = [];
  const writeAll = async (parts: readonly WritePart[]): Promise<void> => {
    written.push(parts.map(({ checkpoint }) => checkpoint.name));
    await Promise.resolve();
  };
  const { seen, save } = setUp({ writeAll });
  await save();
  t.deepEqual(written, [['a', 'c']]);
  t.deepEqual(seen, ['a saved at 7', 'c saved at 7']);
});

test('after a refusal each checkpoint is saved by itself: only the one that is fenced off is lost', async (t) => {
  const writeAll = async (): Promise<void> => Promise.reject(new Fault('conflict', 'fenced'));
  const { seen, save } = setUp({ writeAll }, ['c']);
  await save();
  t.deepEqual(seen.toSorted(), ['a saved alone', 'c lost']);
});

test('an unanswered store is reported, and nothing counts as saved; one without it saves one by one', async (t) => {
  const down = setUp({ writeAll: async () => Promise.reject(new Fault('unavailable', 'down')) });
  await t.throwsAsync(down.save(), { code: 'unavailable' });
  t.deepEqual(down.seen, []);
  const plain = setUp({});
  await plain.save();
  t.deepEqual(plain.seen, ['a saved alone', 'c saved alone']);
});
