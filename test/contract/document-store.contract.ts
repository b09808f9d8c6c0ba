/** What every document store does: see src/ports/document-store.ts. */
import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import type { DocumentStore, DocumentWrite, Query, StoredDocument } from '../../src/ports/document-store.ts';
import type { Check } from './check.ts';
import { collect, oddTexts, rejectsWith } from './samples.ts';

export type DocumentSubject = {
  readonly documents: DocumentStore;
  /** Another handle on the same store, as another process would have; it also finds what was written before. */
  readonly another: () => Promise<DocumentSubject>;
  readonly close: () => Promise<void>;
};

type Body = { readonly title: string; readonly rank: number | string | null; readonly due?: number };

/** A position of the kind that stores give; only the order matters here. */
const at = (n: number): string => `0000-${String(n).padStart(12, '0')}`;

const indexes = { byRank: ['rank'], byTitleAndRank: ['title', 'rank'] } as const;

const declared = async (documents: DocumentStore): Promise<string> => {
  const name = `check${randomUUID()}@1`;
  await documents.declare({ name, indexes });
  return name;
};

const write = (collection: string, id: string, n: number, body: unknown, owner = 'ws_one'): DocumentWrite => ({
  collection,
  id,
  owner,
  position: at(n),
  body,
});

const body = (changes: Partial<Body> = {}): Body => ({ title: 'a', rank: 1, ...changes });

const idsOf = (found: readonly StoredDocument[]): string[] => found.map(({ id }) => id);

/** All pages of a query, each of `limit` documents but the last. */
const pages = async (documents: DocumentStore, query: Query): Promise<string[][]> => {
  const all: string[][] = [];
  for (let after: string | null | undefined = query.after; after !== null;) {
    const page: { documents: readonly StoredDocument[]; next: string | null } = await documents.query(
      after === undefined ? query : { ...query, after },
    );
    all.push(idsOf(page.documents));
    after = page.next;
  }
  return all;
};

const writing: readonly Check<DocumentSubject>[] = [
  {
    name: 'a document is got as it was written: body, owner, position, and the canonical text',
    run: async (t, { documents }) => {
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
  },
  {
    name: 'ids and owners may be odd, and a collection keeps its documents to itself',
    run: async (t, { documents }) => {
      const [one, two] = [await declared(documents), await declared(documents)];
      await documents.write(oddTexts.map((id, n) => write(one, id, n + 1, body({ title: id }), `ws${id}`)));
      for (const id of oddTexts) {
        const got = await documents.get<Body>(one, id);
        t.like(got, { id, owner: `ws${id}`, body: { title: id } });
        t.is(await documents.get(two, id), undefined);
        t.deepEqual(await pages(documents, { collection: one, index: 'byTitleAndRank', equals: [id], limit: 9 }), [
          [id],
        ]);
      }
    },
  },
  {
    name: 'a write applies only if it is newer, whatever order writes come in',
    run: async (t, { documents }) => {
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
  },
  {
    name: 'a deleted document is gone, and older writes do not bring it back; newer ones do',
    run: async (t, { documents }) => {
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
  },
  {
    name: 'the epoch of a position counts before its number',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const owner = 'ws_one';
      await documents.write([{ collection, id: 'one', owner, position: '0000-000000000900', body: body() }]);
      await documents.write([
        { collection, id: 'one', owner, position: '0001-000000000100', body: body({ title: 'restored' }) },
      ]);
      t.like(await documents.get<Body>(collection, 'one'), { body: { title: 'restored' } });
    },
  },
  {
    name: 'large documents are stored whole, many in one write',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const large = (n: number): unknown => ({ ...body({ rank: n }), text: `${n}é`.repeat(20_000) });
      const writes = Array.from({ length: 50 }, (_, n) => write(collection, `large-${n}`, n + 1, large(n)));
      await documents.write(writes);
      t.deepEqual((await documents.get(collection, 'large-49'))?.body, large(49));
      t.is((await collect(documents.scan(collection))).length, 50);
    },
  },
  {
    name: 'what was written is there for other handles, and after everything was closed and opened again',
    run: async (t, { documents, another }) => {
      const collection = await declared(documents);
      const other = await another();
      await other.documents.declare({ name: collection, indexes });
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
      await reopened.declare({ name: collection, indexes });
      t.deepEqual(idsOf(await collect(reopened.scan(collection))), ['one', 'two']);
      t.deepEqual(await reopened.checkpoint(collection), { position: at(2), fence: 3 });
    },
  },
  {
    name: 'two handles write at once, and the newest of each document stands',
    run: async (t, { documents, another }) => {
      const collection = await declared(documents);
      const other = await another();
      await other.documents.declare({ name: collection, indexes });
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
  },
];

const querying: readonly Check<DocumentSubject>[] = [
  {
    name: 'an index orders by its members, null and absent first, numbers by value, texts after them, then by id',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const ranks = { a: 10, b: 'x', c: 9, d: null, e: -1.5, f: 'X', g: 9, h: '10' };
      const entries = Object.entries(ranks).map(([id, rank], n) => write(collection, id, n + 1, { title: 'a', rank }));
      await documents.write([...entries, write(collection, 'i', 20, { title: 'a' })]);
      const order = ['d', 'i', 'e', 'c', 'g', 'a', 'h', 'f', 'b'];
      const query = { collection, index: 'byRank' };
      for (const limit of [1, 2, 4, 9, 100]) {
        const up = await pages(documents, { ...query, limit });
        t.deepEqual(up.flat(), order);
        t.true(up.every((page, index) => page.length === limit || index === up.length - 1));
        t.true(up.every((page) => page.length > 0));
        t.deepEqual((await pages(documents, { ...query, limit, descending: true })).flat(), order.toReversed());
      }
      const one = await documents.query<Body>({ ...query, limit: 1, descending: true });
      t.deepEqual(one.documents, [{ id: 'b', owner: 'ws_one', position: at(2), body: { title: 'a', rank: 'x' } }]);
    },
  },
  {
    name: 'a query states the first members of an index, and the owner',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      await documents.write([
        write(collection, '1', 1, body({ title: 'a', rank: 2 }), 'ws_one'),
        write(collection, '2', 1, body({ title: 'a', rank: 1 }), 'ws_two'),
        write(collection, '3', 1, body({ title: 'b', rank: 1 }), 'ws_one'),
        write(collection, '4', 1, body({ title: 'a', rank: null }), 'ws_one'),
        write(collection, '5', 1, body({ title: 'a', rank: '2' }), 'ws_one'),
      ]);
      const find = async (query: Partial<Query>): Promise<string[]> =>
        (await pages(documents, { collection, index: 'byTitleAndRank', limit: 2, ...query })).flat();
      t.deepEqual(await find({}), ['4', '2', '1', '5', '3']);
      t.deepEqual(await find({ owner: 'ws_one' }), ['4', '1', '5', '3']);
      t.deepEqual(await find({ equals: ['a'] }), ['4', '2', '1', '5']);
      t.deepEqual(await find({ equals: ['a'], owner: 'ws_one', descending: true }), ['5', '1', '4']);
      t.deepEqual(await find({ equals: ['a', 2] }), ['1']);
      t.deepEqual(await find({ equals: ['a', '2'] }), ['5']);
      t.deepEqual(await find({ equals: ['a', null] }), ['4']);
      t.deepEqual(await find({ equals: ['c'] }), []);
      t.deepEqual(await find({ owner: 'ws_three' }), []);
      t.deepEqual(await find({ index: 'byRank', owner: 'ws_two' }), ['2']);
    },
  },
  {
    name: 'bounds are inclusive, speak of the member after the equal ones, and leave out null and the other type',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const ranks = [null, 1, 2, 3, 'k', 'l', 'm'];
      await documents.write(ranks.map((rank, n) => write(collection, `${rank}`, n + 1, { title: 'a', rank })));
      const find = async (query: Partial<Query>): Promise<string[]> => {
        const whole = await pages(documents, { collection, index: 'byRank', limit: 2, ...query });
        const equals = await pages(documents, {
          collection,
          index: 'byTitleAndRank',
          equals: ['a'],
          limit: 3,
          ...query,
        });
        t.deepEqual(equals.flat(), whole.flat());
        return whole.flat();
      };
      t.deepEqual(await find({ atMost: 2 }), ['1', '2']);
      t.deepEqual(await find({ atLeast: 2 }), ['2', '3']);
      t.deepEqual(await find({ atLeast: 2, atMost: 2 }), ['2']);
      t.deepEqual(await find({ atLeast: 2.5, atMost: 2.7 }), []);
      t.deepEqual(await find({ atMost: 'l' }), ['k', 'l']);
      t.deepEqual(await find({ atLeast: 'l' }), ['l', 'm']);
      t.deepEqual(await find({ atLeast: 1, atMost: 3, descending: true }), ['3', '2', '1']);
    },
  },
  {
    name: 'pages stay whole while documents come and go: what was there all along is given once',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const name = (n: number): string => `id-${String(n).padStart(3, '0')}`;
      await documents.write(
        Array.from({ length: 40 }, (_, n) => write(collection, name(n), 1, body({ rank: n % 4, title: name(n) }))),
      );
      const query: Query = { collection, index: 'byRank', limit: 5, descending: true };
      const given: string[] = [];
      let position = 2;
      for (let after: string | null | undefined; after !== null; position += 1) {
        const page: { documents: readonly StoredDocument[]; next: string | null } = await documents.query(
          after === undefined ? query : { ...query, after },
        );
        given.push(...idsOf(page.documents));
        after = page.next;
        const last = page.documents.at(-1)?.id ?? '';
        await documents.write([
          write(collection, `new-${position}`, position, body({ rank: position % 5 })),
          // Even the document that the cursor names may go.
          ...(position % 2 === 0 ? [write(collection, last, position, undefined)] : []),
        ]);
      }
      const old = given.filter((id) => id.startsWith('id-'));
      t.is(new Set(given).size, given.length);
      t.deepEqual(
        old.toSorted(),
        Array.from({ length: 40 }, (_, n) => name(n)),
      );
    },
  },
  {
    name: 'a cursor that no page gave is refused, and so is an index that is not declared',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      await documents.write([write(collection, 'one', 1, body())]);
      for (const after of [
        '',
        'nonsense',
        Buffer.from('{}').toString('base64url'),
        Buffer.from('[1]').toString('base64url'),
      ]) {
        await rejectsWith(t, documents.query({ collection, index: 'byRank', limit: 1, after }), 'invalid', after);
      }
      await t.throwsAsync(documents.query({ collection, index: 'byColour', limit: 1 }));
      await t.throwsAsync(documents.query({ collection: 'undeclared@1', index: 'byRank', limit: 1 }));
    },
  },
  {
    name: 'an index that was added later finds what was there before',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      await documents.write([
        write(collection, 'one', 1, body({ due: 20 })),
        write(collection, 'two', 2, body({ due: 10 })),
        write(collection, 'three', 3, body()),
        write(collection, 'gone', 4, undefined),
      ]);
      await documents.declare({ name: collection, indexes: { ...indexes, byDue: ['due'] } });
      await documents.declare({ name: collection, indexes: { ...indexes, byDue: ['due'] } });
      t.deepEqual(await pages(documents, { collection, index: 'byDue', limit: 9 }), [['three', 'two', 'one']]);
      await documents.write([write(collection, 'two', 5, body({ due: 30 }))]);
      t.deepEqual(await pages(documents, { collection, index: 'byDue', limit: 9 }), [['three', 'one', 'two']]);
      t.deepEqual(await pages(documents, { collection, index: 'byDue', atMost: 20, limit: 9 }), [['one']]);
    },
  },
  {
    name: 'scan gives every living document once, in the order of ids',
    run: async (t, { documents }) => {
      const collection = await declared(documents);
      const name = (n: number): string => `id-${String(n).padStart(4, '0')}`;
      await documents.write(
        Array.from({ length: 500 }, (_, n) => write(collection, name(499 - n), 1, body({ rank: n }))),
      );
      await documents.write([write(collection, name(250), 2, undefined)]);
      const found = await collect(documents.scan<Body>(collection));
      t.deepEqual(
        idsOf(found),
        Array.from({ length: 500 }, (_, n) => name(n)).filter((id) => id !== name(250)),
      );
      t.deepEqual(found[0], { id: name(0), owner: 'ws_one', position: at(1), body: body({ rank: 499 }) });
      const some: string[] = [];
      for await (const { id } of documents.scan(collection)) {
        some.push(id);
        if (some.length === 3) break;
      }
      t.deepEqual(some, [name(0), name(1), name(2)]);
    },
  },
];

const checkpoints: readonly Check<DocumentSubject>[] = [
  {
    name: 'a checkpoint moves with the documents, and never back',
    run: async (t, { documents }) => {
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
  },
  {
    name: 'a holder with a higher fence shuts out the ones before it, and its checkpoint stays',
    run: async (t, { documents, another }) => {
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
  },
  {
    name: 'drop takes documents, tombstones and the checkpoint, and leaves other collections alone',
    run: async (t, { documents }) => {
      const [one, two] = [await declared(documents), await declared(documents)];
      for (const name of [one, two]) {
        const checkpoint = { name, position: at(9), fence: 4 };
        await documents.write([write(name, 'kept', 9, body()), write(name, 'gone', 9, undefined)], checkpoint);
      }
      await documents.drop(one, one);
      await documents.drop(one, one);
      t.is(await documents.checkpoint(one), undefined);
      t.deepEqual(await documents.checkpoint(two), { position: at(9), fence: 4 });
      await documents.declare({ name: one, indexes });
      t.deepEqual(await collect(documents.scan(one)), []);
      t.deepEqual(await pages(documents, { collection: one, index: 'byRank', limit: 9 }), [[]]);
      await documents.write([write(one, 'kept', 1, body()), write(one, 'gone', 1, body())]);
      t.deepEqual(idsOf(await collect(documents.scan(one))), ['gone', 'kept'], 'no position is remembered');
      t.deepEqual(idsOf(await collect(documents.scan(two))), ['kept']);
      await documents.drop(two);
      t.deepEqual(await documents.checkpoint(two), { position: at(9), fence: 4 });
    },
  },
];

export const documentStoreChecks = [...writing, ...querying, ...checkpoints];
