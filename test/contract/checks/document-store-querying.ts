/** Checks of the document store: indexes, pages and scans. */
import type { Query, StoredDocument } from '../../../src/ports/document-store.ts';
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

export const querying: Checks<DocumentSubject> = {
  'an index orders by its members, null and absent first, numbers by value, texts after them, then by id': async (
    t,
    { documents },
  ) => {
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
  'a query states the first members of an index, and the owner': async (t, { documents }) => {
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
  'bounds are inclusive, speak of the member after the equal ones, and leave out null and the other type': async (
    t,
    { documents },
  ) => {
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
  'pages stay whole while documents come and go: what was there all along is given once': async (t, { documents }) => {
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
  'a cursor that no page gave is refused, and so is an index that is not declared': async (t, { documents }) => {
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
  'an index that was added later finds what was there before': async (t, { documents }) => {
    const collection = await declared(documents);
    await documents.write([
      write(collection, 'one', 1, body({ due: 20 })),
      write(collection, 'two', 2, body({ due: 10 })),
      write(collection, 'three', 3, body()),
      write(collection, 'gone', 4, undefined),
    ]);
    const more = { name: collection, indexes: { ...indexes, byDue: ['due'] }, across: [...across, 'byDue'] };
    for (let times = 0; times < 2; times += 1) await documents.declare(more);
    t.deepEqual(await pages(documents, { collection, index: 'byDue', limit: 9 }), [['three', 'two', 'one']]);
    await documents.write([write(collection, 'two', 5, body({ due: 30 }))]);
    t.deepEqual(await pages(documents, { collection, index: 'byDue', limit: 9 }), [['three', 'one', 'two']]);
    t.deepEqual(await pages(documents, { collection, index: 'byDue', atMost: 20, limit: 9 }), [['one']]);
  },
  'scan gives every living document once, in the order of ids': async (t, { documents }) => {
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
};
