/** A read model is the fold of its events (I15): however they are cut into batches, delivered, or interrupted. */
import test from 'ava';
import fc from 'fast-check';
import { createProjectionFold } from '../../../../src/application/read-models/folding/projection-fold.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { collectionOf, type Projection } from '../../../../src/kernel/projection.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { ballPut, ballTaken } from '../../../support/log/box-aggregate.ts';
import { balls, boxes, fragile } from '../../../support/read-models/box-projections.ts';
import {
  createProjectionWorld,
  foldedFromZero,
  type ProjectionWorld,
  storedIn,
} from '../../../support/read-models/projection-world.ts';

type Move = { readonly box: number; readonly ball: string; readonly put: boolean };
/** How a batch is delivered: how many events, from how many before the last one seen, and what becomes of its write. */
type Delivery = { readonly count: number; readonly again: number; readonly write: 'done' | 'lost' | 'unanswered' };

const move: fc.Arbitrary<Move> = fc.record({
  box: fc.nat({ max: 2 }),
  ball: fc.constantFrom('a', 'b', 'c'),
  put: fc.boolean(),
});
const delivery: fc.Arbitrary<Delivery> = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  again: fc.nat({ max: 4 }),
  write: fc.constantFrom('done', 'done', 'done', 'lost', 'unanswered'),
});

const fill = async (world: ProjectionWorld, moves: readonly Move[]): Promise<void> => {
  for (const { box, ball, put } of moves) {
    await world.append(`box-${box}`, put ? ballPut({ ball, held: 1, note: '' }) : ballTaken({ ball }));
  }
};

/** Delivers all events as told and then, soundly, what is left; compares at every point where a batch was stored. */
const differences = async (
  world: ProjectionWorld,
  projection: Projection,
  deliveries: readonly Delivery[],
  documents: DocumentStore,
  documentsMax: number,
): Promise<string[]> => {
  const events = await world.events();
  const collection = collectionOf(projection);
  await documents.declare({ name: collection, indexes: projection.indexes });
  const fold = createProjectionFold({ documents, projection, collection, documentsMax });
  const found: string[] = [];
  let done = 0;
  let seen = 0;
  const rest: Delivery = { count: events.length, again: 0, write: 'done' };
  for (const { count, again, write } of [...deliveries, rest]) {
    const from = Math.max(0, done - again);
    await fold.fold(events.slice(from, done + count).map(world.codec.decode));
    if (write !== 'lost') await documents.write(fold.writes());
    if (write === 'done') {
      fold.stored();
      done = Math.min(events.length, done + count);
    } else {
      // The store may have moved on without us: the same events will come again.
      fold.discard();
    }
    seen = Math.max(seen, write === 'lost' ? 0 : Math.min(events.length, from + again + count));
    if (write !== 'done' || seen > done) continue;
    const expected = foldedFromZero(world.codec, projection, events.slice(0, done));
    const stored = await storedIn(documents, collection);
    if (JSON.stringify(expected) !== JSON.stringify(stored))
      found.push(`${expected.join('|')} but ${stored.join('|')}`);
  }
  await documents.drop(collection);
  return found;
};

const law = (projection: () => Projection, doctor = (documents: DocumentStore): DocumentStore => documents) =>
  fc.asyncProperty(
    fc.array(move, { maxLength: 25 }),
    fc.array(delivery, { maxLength: 12 }),
    fc.constantFrom(0, 1, 2, 100),
    async (moves, deliveries, documentsMax) => {
      const world = createProjectionWorld(null);
      await fill(world, moves);
      const found = await differences(world, projection(), deliveries, doctor(world.documents), documentsMax);
      await world.close();
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  );

for (const projection of [boxes, balls]) {
  test(`property: ${projection.name} is the fold of its events, at every prefix, however they come`, async (t) => {
    await t.notThrowsAsync(
      fc.assert(
        law(() => projection),
        { numRuns: 150 },
      ),
    );
  });
}

/** Counts what it has been shown instead of folding: a replay gives another number. */
const counting = (): Projection => {
  let shown = 0;
  return {
    ...balls,
    evolve: (_document, event) => {
      shown += 1;
      return { n: shown, last: event.position };
    },
  };
};

const sabotages: Readonly<Record<string, ReturnType<typeof law>>> = {
  'a projection that counts beside its documents': law(counting),
  'documents that do not tell their position': law(
    () => balls,
    (documents) => ({
      ...documents,
      getMany: async <D>(collection: string, ids: readonly string[]) => {
        const found = await documents.getMany<D>(collection, ids);
        return found.map((one) => one && { ...one, position: '' });
      },
    }),
  ),
  'a store that forgets every second write': law(
    () => boxes,
    (documents) => {
      let count = 0;
      return {
        ...documents,
        write: async (...write) => {
          count += 1;
          if (count % 2 === 1) await documents.write(...write);
        },
      };
    },
  ),
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`sabotage: ${name} is found`, async (t) => {
    t.true((await fc.check(broken, { numRuns: 150, endOnFailure: true })).failed);
  });
}

test('the documents of a batch are read in one call, and again after a failed one', async (t) => {
  const world = createProjectionWorld(t);
  await fill(
    world,
    Array.from({ length: 30 }, (_, i) => ({ box: i % 3, ball: `${i}`, put: true })),
  );
  const asked: (readonly string[])[] = [];
  const documents = {
    getMany: async (_collection: string, ids: readonly string[]) => {
      asked.push(ids);
      if (asked.length === 1) throw new Fault('unavailable', 'down');
      return ids.map(() => undefined);
    },
  };
  const fold = createProjectionFold({ documents, projection: boxes, collection: 'c', documentsMax: 10 });
  const events = (await world.events()).map(world.codec.decode);
  await t.throwsAsync(fold.prepare(events), { message: 'down' });
  await fold.prepare(events);
  for (const event of events) await fold.fold([event]);
  t.deepEqual(
    asked.map((ids) => ids.length),
    [3, 3],
  );
  t.deepEqual(
    fold.writes().map(({ body }) => (body as { moves: number }).moves),
    [10, 10, 10],
  );
});

test('an event that changes nothing leaves the document, and its position, as they are', async (t) => {
  const world = createProjectionWorld(t);
  await world.append('box-1', ballPut({ ball: 'a', held: 1, note: '' }));
  await world.append('box-1', { type: 'BoxCounted', data: { balls: ['a'] } });
  const fold = createProjectionFold({
    documents: { getMany: async () => [] },
    projection: boxes,
    collection: 'c',
    documentsMax: 1,
  });
  const [put, counted] = (await world.events()).map(world.codec.decode);
  if (put === undefined || counted === undefined) return t.fail();
  await fold.fold([put, counted]);
  t.is(fold.writes()[0]?.position, put.position);
});

test('a projection that throws is named with the event; a store that fails is not taken for it', async (t) => {
  const world = createProjectionWorld(t);
  await world.append('box-1', ballPut({ ball: 'bomb', held: 1, note: '' }));
  const events = (await world.events()).map(world.codec.decode);
  const fold = (getMany: () => Promise<[]>) =>
    createProjectionFold({ documents: { getMany }, projection: fragile, collection: 'c', documentsMax: 1 }).fold(
      events,
    );
  await t.throwsAsync(
    fold(async () => []),
    { name: 'Unfoldable', message: /^the read model fragile cannot fold BallPut at .* \(box-1, revision 0\): / },
  );
  const down = async () => {
    throw new Fault('unavailable', 'down');
  };
  await t.throwsAsync(fold(down), { name: 'Fault', code: 'unavailable' });
});

/** One document for each move. */
const moves: Projection = {
  ...boxes,
  name: 'moves',
  ofOneEvent: true,
  touches: (event) => [`${event.stream}:${event.revision}`],
  evolve: (document, event) => ({ type: event.type, again: document !== undefined }),
};

test('documents of one event are not read, and a second fold of the event gives the same', async (t) => {
  const world = createProjectionWorld(t);
  await fill(world, [
    { box: 0, ball: 'a', put: true },
    { box: 1, ball: 'b', put: true },
  ]);
  const collection = collectionOf(moves);
  await world.documents.declare({ name: collection, indexes: {} });
  const events = (await world.events()).map(world.codec.decode);
  const documents = { getMany: async () => Promise.reject(new Error('it was read')) };
  const folded = async (projection: Projection): Promise<readonly string[]> => {
    const fold = createProjectionFold({ documents, projection, collection, documentsMax: 10 });
    for (let time = 0; time < 2; time += 1) {
      await fold.fold(events);
      await world.documents.write(fold.writes());
      fold.stored();
    }
    return storedIn(world.documents, collection);
  };
  const stored = await folded(moves);
  t.is(stored.length, events.length);
  t.true(stored.every((document) => document.includes('false')));
  const { ofOneEvent: _, ...read } = moves;
  await t.throwsAsync(folded(read), { message: 'it was read' });
});
