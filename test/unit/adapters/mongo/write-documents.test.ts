import test from 'ava';
import { type Batch, batchesOf } from '../../../../src/adapters/mongo/write-documents.ts';
import { canonicalJson } from '../../../../src/kernel/canonical-json.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { DocumentWrite } from '../../../../src/ports/document-store.ts';

const write = (collection: string, id: string, position: string, body: unknown): DocumentWrite => ({
  collection,
  id,
  owner: 'ws',
  position,
  body,
});

const stored = (batches: readonly Batch[]): unknown[] =>
  batches.flat().flatMap(({ updates: of }) =>
    of.map((update) => {
      const { $literal } = (update as Guarded).updateOne.update[0].$replaceWith.$cond[1];
      return $literal;
    }),
  );
type Guarded = {
  updateOne: {
    filter: unknown;
    update: [{ $replaceWith: { $cond: [{ $gt: unknown }, { $literal: unknown }, string] } }];
    upsert: boolean;
  };
};

test('each document is written once, as its newest write says, in one order for all writers', async (t) => {
  const writes = [
    write('b@1', 'y', '3', { n: 3 }),
    write('b@1', 'x', '9', { n: 9 }),
    write('a@1', 'z', '1', undefined),
    write('b@1', 'x', '8', { n: 8 }),
    write('b@1', 'y', '3', { n: 'the same position again' }),
  ];
  const batches = await batchesOf(writes, () => ['n']);
  t.is(batches.length, 1);
  t.deepEqual(
    batches.flat().map(({ collection }) => collection),
    ['a@1', 'b@1'],
  );
  t.deepEqual(stored(batches), [
    { _id: 'z', owner: 'ws', position: '1' },
    { _id: 'x', owner: 'ws', position: '9', text: canonicalJson({ n: 9 }), keys: { n: 9 } },
    { _id: 'y', owner: 'ws', position: '3', text: canonicalJson({ n: 3 }), keys: { n: 3 } },
  ]);
});

test('an update keeps what is newer, and inserts where there is nothing', async (t) => {
  const [batch] = await batchesOf([write('a@1', '$id', '$position', { n: 1 })], () => []);
  const [update] = batch?.[0]?.updates ?? [];
  const { filter, update: pipeline, upsert } = (update as Guarded).updateOne;
  t.deepEqual(filter, { _id: '$id' });
  t.true(upsert);
  const [condition, , otherwise] = pipeline[0].$replaceWith.$cond;
  // A written text is no expression, even where it looks like one.
  t.deepEqual(condition, { $gt: [{ $literal: '$position' }, '$position'] });
  t.is(otherwise, '$$ROOT');
});

test('a batch too large for one transaction is cut, and an empty one is still one batch', async (t) => {
  const text = 'x'.repeat(limits.mongoBatchBytesMax / 4);
  const writes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => write('a@1', id, '1', { text }));
  const batches = await batchesOf(writes, () => []);
  t.deepEqual(
    batches.map((batch) => batch.flatMap(({ updates }) => updates).length),
    [3, 3, 1],
  );
  t.deepEqual(await batchesOf([], () => []), [[]]);
  // A document that is larger than that has a batch of its own.
  const large = write('a@1', 'b', '1', { text: text.repeat(5) });
  const small = [write('a@1', 'a', '1', {}), write('a@1', 'c', '1', {})];
  t.is((await batchesOf([...small, large], () => [])).length, 3);
});

test('a collection that is not declared, and a body that is too large, write nothing', async (t) => {
  const undeclared = (): never => {
    throw new BrokenInvariant('not declared');
  };
  await t.throwsAsync(batchesOf([write('a@1', 'x', '1', {})], undeclared), { instanceOf: BrokenInvariant });
  const large = write('a@1', 'x', '1', { text: 'é'.repeat(limits.documentBytesMax / 2) });
  await t.throwsAsync(
    batchesOf([large], () => []),
    { instanceOf: Fault, code: 'too_large' },
  );
});
