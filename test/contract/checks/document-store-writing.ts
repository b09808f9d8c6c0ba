/** Checks of the document store: writing and getting. */
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import type { Checks } from '../check.ts';
import { collect, oddTexts, rejectsWith } from '../samples.ts';
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

export const writing: Checks<DocumentSubject> = {
  'a document is got as it was written: body, owner, position, and the canonical text': async (t, { documents }) => {
    const collection = await declared(documents);
    const odd = { z: 1, a: { ...body(), texts: oddTexts, nested: [[{}], null, true, 1.5e-7] }, é: -0 };
    await documents.write([write(collection, 'one', 1, odd, 'ws_odd')]);
    const got = await documents.get(collection, 'one');
    t.deepEqual(got, {
      id: 'one',
      owner: 'ws_odd',
      position: at(1),
      body: JSON.parse(canonicalJson(odd)) as unknown,
    });
    t.deepEqual(await documents.getText(collection, 'one'), {
      text: canonicalJson(odd),
      owner: 'ws_odd',
      position: at(1),
    });
    t.is(await documents.get(collection, 'two'), undefined);
    t.is(await documents.getText(collection, 'two'), undefined);
  },
  'ids and owners may be odd, and a collection keeps its documents to itself': async (t, { documents }) => {
    const [one, two] = [await declared(documents), await declared(documents)];
    await documents.write(oddTexts.map((id, n) => write(one, id, n + 1, body({ title: id }), `ws${id}`)));
    for (const id of oddTexts) {
      const got = await documents.get<Body>(one, id);
      t.like(got, { id, owner: `ws${id}`, body: { title: id } });
      t.is(await documents.get(two, id), undefined);
      t.deepEqual(await pages(documents, { collection: one, index: 'byTitleAndRank', equals: [id], limit: 9 }), [[id]]);
    }
  },
  'documents that are asked for together are those that are asked for one by one': async (t, { documents }) => {
    const [collection, other] = [await declared(documents), await declared(documents)];
    const ids = Array.from({ length: 450 }, (_, n) => `id ${n}`);
    await documents.write(ids.map((id, n) => write(collection, id, n + 1, body({ title: id }))));
    await documents.write([write(other, 'elsewhere', 1, body()), write(collection, 'id 7', 900, undefined)]);
    const asked = ['id 449', 'elsewhere', 'id 7', 'id 0', 'id 449', ...ids];
    const singly = await Promise.all(asked.map(async (id) => documents.get<Body>(collection, id)));
    t.deepEqual(
      singly.slice(0, 4).map((one) => one?.id),
      ['id 449', undefined, undefined, 'id 0'],
    );
    t.deepEqual(await documents.getMany(collection, asked), singly);
    t.deepEqual(await documents.getMany(collection, []), []);
  },
  'a write applies only if it is newer, whatever order writes come in': async (t, { documents }) => {
    const collection = await declared(documents);
    const state = async (): Promise<unknown> => {
      const got = await documents.get<Body>(collection, 'one');
      return [got?.body.title, got?.owner, got?.position];
    };
    await documents.write([write(collection, 'one', 5, body({ title: 'five' }), 'ws_five')]);
    await documents.write([write(collection, 'one', 4, body({ title: 'four' }), 'ws_four')]);
    await documents.write([write(collection, 'one', 5, body({ title: 'again' }), 'ws_again')]);
    t.deepEqual(await state(), ['five', 'ws_five', at(5)]);
    await documents.write([
      write(collection, 'one', 7, body({ title: 'seven' }), 'ws_seven'),
      write(collection, 'one', 6, body({ title: 'six' }), 'ws_six'),
    ]);
    t.deepEqual(await state(), ['seven', 'ws_seven', at(7)]);
    t.deepEqual(await pages(documents, { collection, index: 'byRank', limit: 9 }), [['one']]);
    const old = { collection, index: 'byTitleAndRank', equals: ['five'], limit: 9 };
    t.deepEqual(await pages(documents, old), [[]]);
  },
  'a deleted document is gone, and older writes do not bring it back; newer ones do': async (t, { documents }) => {
    const collection = await declared(documents);
    await documents.write([write(collection, 'one', 1, body()), write(collection, 'two', 2, body())]);
    await documents.write([write(collection, 'one', 5, undefined), write(collection, 'never', 5, undefined)]);
    await documents.write([write(collection, 'one', 4, body()), write(collection, 'never', 4, body())]);
    t.is(await documents.get(collection, 'one'), undefined);
    t.is(await documents.getText(collection, 'one'), undefined);
    t.is(await documents.get(collection, 'never'), undefined);
    t.deepEqual(await pages(documents, { collection, index: 'byRank', limit: 9 }), [['two']]);
    t.deepEqual(idsOf(await collect(documents.scan(collection))), ['two']);
    await documents.write([write(collection, 'one', 6, body({ title: 'back' }))]);
    t.like(await documents.get<Body>(collection, 'one'), { position: at(6), body: { title: 'back' } });
    t.deepEqual(idsOf(await collect(documents.scan(collection))), ['one', 'two']);
    await documents.write([write(collection, 'two', 1, undefined)]);
    t.deepEqual(idsOf(await collect(documents.scan(collection))), ['one', 'two'], 'an older delete');
  },
  'the epoch of a position counts before its number': async (t, { documents }) => {
    const collection = await declared(documents);
    const owner = 'ws_one';
    await documents.write([{ collection, id: 'one', owner, position: '0000-000000000900', body: body() }]);
    await documents.write([
      { collection, id: 'one', owner, position: '0001-000000000100', body: body({ title: 'restored' }) },
    ]);
    t.like(await documents.get<Body>(collection, 'one'), { body: { title: 'restored' } });
  },
  'large documents are stored whole, many in one write': async (t, { documents }) => {
    const collection = await declared(documents);
    const large = (n: number): unknown => ({ ...body({ rank: n }), text: `${n}é`.repeat(20_000) });
    const writes = Array.from({ length: 50 }, (_, n) => write(collection, `large-${n}`, n + 1, large(n)));
    await documents.write(writes);
    t.deepEqual((await documents.get(collection, 'large-49'))?.body, large(49));
    t.is((await collect(documents.scan(collection))).length, 50);
  },
  'what was written is there for other handles, and after everything was closed and opened again': async (
    t,
    { documents, another },
  ) => {
    const collection = await declared(documents);
    const other = await another();
    await other.documents.declare({ name: collection, indexes, across });
    const checkpoint = { name: collection, position: at(2), fence: 3 };
    await documents.write([write(collection, 'one', 1, body())], checkpoint);
    await other.documents.write([write(collection, 'two', 2, body())]);
    t.deepEqual(idsOf(await collect(documents.scan(collection))), ['one', 'two']);
    t.deepEqual(await other.documents.get(collection, 'one'), await documents.get(collection, 'one'));
    t.deepEqual(await other.documents.checkpoint(collection), { position: at(2), fence: 3 });
    await Promise.all([documents.close(), other.documents.close(), documents.close()]);
    await rejectsWith(t, documents.get(collection, 'one'), 'unavailable');
    await rejectsWith(t, documents.write([write(collection, 'three', 3, body())]), 'unavailable');
    const { documents: reopened } = await another();
    await reopened.declare({ name: collection, indexes, across });
    t.deepEqual(idsOf(await collect(reopened.scan(collection))), ['one', 'two']);
    t.deepEqual(await reopened.checkpoint(collection), { position: at(2), fence: 3 });
  },
  'two handles write at once, and the newest of each document stands': async (t, { documents, another }) => {
    const collection = await declared(documents);
    const other = await another();
    await other.documents.declare({ name: collection, indexes, across });
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const handle = n % 2 === 0 ? documents : other.documents;
        await handle.write([write(collection, `id-${n % 5}`, 100 - n, body({ rank: n }))]);
      }),
    );
    for (let n = 0; n < 5; n += 1) {
      t.like(await documents.get<Body>(collection, `id-${n}`), { position: at(100 - n), body: { rank: n } });
    }
  },
};
