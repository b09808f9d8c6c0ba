/** Checks of the document store: checkpoints, fences and rebuilding. */
import type { Checks } from '../check.ts';
import { collect, rejectsWith } from '../samples.ts';
import {
  type DocumentSubject,
  type Body,
  at,
  across,
  indexes,
  declared,
  write,
  body,
  idsOf,
  pages,
} from './document-store-support.ts';

export const checkpoints: Checks<DocumentSubject> = {
  'a checkpoint moves with the documents, and never back': async (t, { documents }) => {
    const collection = await declared(documents);
    const move = async (n: number, fence: number): Promise<void> =>
      documents.write([write(collection, 'one', n, body({ rank: n }))], { name: collection, position: at(n), fence });
    t.is(await documents.checkpoint(collection), undefined);
    await move(5, 1);
    t.deepEqual(await documents.checkpoint(collection), { position: at(5), fence: 1 });
    await move(4, 1);
    t.deepEqual(await documents.checkpoint(collection), { position: at(5), fence: 1 });
    await move(6, 1);
    t.deepEqual(await documents.checkpoint(collection), { position: at(6), fence: 1 });
    await documents.write([], { name: collection, position: at(7), fence: 1 });
    t.deepEqual(await documents.checkpoint(collection), { position: at(7), fence: 1 });
    t.is((await documents.get(collection, 'one'))?.position, at(6));
  },
  'checkpoints that are asked for together are those that are asked for one by one': async (t, { documents }) => {
    const [one, two] = [await declared(documents), await declared(documents)];
    await documents.write([], { name: one, position: at(5), fence: 1 });
    await documents.write([], { name: two, position: at(7), fence: 3 });
    const names = [two, `${one} is not there`, one, two];
    const singly = await Promise.all(names.map(async (name) => documents.checkpoint(name)));
    t.deepEqual(singly.slice(0, 3), [{ position: at(7), fence: 3 }, undefined, { position: at(5), fence: 1 }]);
    t.deepEqual(await documents.checkpoints(names), singly);
    t.deepEqual(await documents.checkpoints([]), []);
  },
  'writes in one go move each checkpoint with its documents, and stop at a fence': async (t, { documents }) => {
    const [one, two] = [await declared(documents), await declared(documents)];
    type Part = readonly [collection: string, position: number, fence: number];
    const writeAll = async (...parts: readonly Part[]): Promise<void> =>
      documents.write(
        parts.map(([collection, n]) => write(collection, 'a', n, body({ rank: n }))),
        ...parts.map(([name, n, fence]) => ({ name, position: at(n), fence })),
      );
    await documents.write([], { name: two, position: at(1), fence: 5 });
    await writeAll([one, 2, 1], [two, 3, 5]);
    await writeAll();
    t.deepEqual(await documents.checkpoint(one), { position: at(2), fence: 1 });
    t.deepEqual(await documents.checkpoint(two), { position: at(3), fence: 5 });
    t.is((await documents.get(two, 'a'))?.position, at(3));
    await rejectsWith(t, writeAll([one, 4, 1], [two, 4, 4]), 'conflict');
    t.deepEqual(await documents.checkpoint(two), { position: at(3), fence: 5 });
    t.is((await documents.get(two, 'a'))?.position, at(3));
    // None moves back, whatever comes with it.
    await writeAll([one, 1, 2], [two, 6, 7]);
    t.deepEqual(await documents.checkpoint(one), { position: at(2), fence: 2 });
    t.is((await documents.get(one, 'a'))?.position, at(2));
    t.deepEqual(await documents.checkpoint(two), { position: at(6), fence: 7 });
  },
  'a holder with a higher fence shuts out the ones before it, and its checkpoint stays': async (
    t,
    { documents, another },
  ) => {
    const collection = await declared(documents);
    const other = await another();
    const checkpoint = (n: number, fence: number): { name: string; position: string; fence: number } => ({
      name: collection,
      position: at(n),
      fence,
    });
    await documents.write([write(collection, 'one', 5, body())], checkpoint(5, 1));
    await other.documents.write([], checkpoint(3, 2));
    t.deepEqual(await documents.checkpoint(collection), { position: at(5), fence: 2 });
    const late = documents.write([write(collection, 'one', 9, body({ title: 'late' }))], checkpoint(9, 1));
    await rejectsWith(t, late, 'conflict');
    t.deepEqual(await documents.checkpoint(collection), { position: at(5), fence: 2 });
    t.like(await documents.get<Body>(collection, 'one'), { position: at(5), body: { title: 'a' } });
    await documents.write([write(collection, 'one', 6, body())], checkpoint(6, 2));
    t.deepEqual(await documents.checkpoint(collection), { position: at(6), fence: 2 });
  },
  'drop takes documents, tombstones and the checkpoint, and leaves other collections alone': async (
    t,
    { documents },
  ) => {
    const [one, two] = [await declared(documents), await declared(documents)];
    for (const name of [one, two]) {
      const checkpoint = { name, position: at(9), fence: 4 };
      await documents.write([write(name, 'kept', 9, body()), write(name, 'gone', 9, undefined)], checkpoint);
    }
    await documents.drop(one, one);
    await documents.drop(one, one);
    t.is(await documents.checkpoint(one), undefined);
    t.deepEqual(await documents.checkpoint(two), { position: at(9), fence: 4 });
    await documents.declare({ name: one, indexes, across });
    t.deepEqual(await collect(documents.scan(one)), []);
    t.deepEqual(await pages(documents, { collection: one, index: 'byRank', limit: 9 }), [[]]);
    await documents.write([write(one, 'kept', 1, body()), write(one, 'gone', 1, body())]);
    t.deepEqual(idsOf(await collect(documents.scan(one))), ['gone', 'kept'], 'no position is remembered');
    t.deepEqual(idsOf(await collect(documents.scan(two))), ['kept']);
    await documents.drop(two);
    t.deepEqual(await documents.checkpoint(two), { position: at(9), fence: 4 });
  },
};
