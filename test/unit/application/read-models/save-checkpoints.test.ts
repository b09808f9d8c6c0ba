/** The checkpoints of read models without changes: in one write, and each by itself after a refusal. */
import test from 'ava';
import type { HeldReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import { saveCheckpoints } from '../../../../src/application/read-models/folding/store-read-models.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { modelWrites } from '../../../support/read-models/model-writes.ts';

/** Models by their names: `b` is not behind. */
const setUp = (refused: Readonly<Record<string, Fault>> = {}) => {
  const { seen, written, documents, told } = modelWrites(refused);
  const model = (name: string, isBehind = true): HeldReadModel =>
    ({
      collection: name,
      position: () => '7',
      isBehind: () => isBehind,
      checkpointsAt: (through: string) => [{ name, position: through, fence: 1 }],
      saved: (through: string) => seen.push(`${name} saved at ${through}`),
    }) as unknown as HeldReadModel;
  const save = async (): Promise<void> =>
    saveCheckpoints({ documents, lost: told('lost') }, [model('a'), model('b', false), model('c')]);
  return { seen, written, save };
};

test('those that are behind are saved in one write', async (t) => {
  const { seen, written, save } = setUp();
  await save();
  t.deepEqual(written, ['a@7 c@7']);
  t.deepEqual(seen, ['a saved at 7', 'c saved at 7']);
});

test('after a refusal each checkpoint is saved by itself: only the one that is fenced off is lost', async (t) => {
  const { seen, written, save } = setUp({ c: new Fault('conflict', 'fenced') });
  await save();
  t.deepEqual(written, ['a@7']);
  t.deepEqual(seen.toSorted(), ['a saved at 7', 'c lost']);
});

test('an unanswered store is reported, and nothing counts as saved', async (t) => {
  const { seen, written, save } = setUp({ c: new Fault('unavailable', 'down') });
  await t.throwsAsync(save(), { code: 'unavailable' });
  t.deepEqual([seen, written], [[], []]);
});
