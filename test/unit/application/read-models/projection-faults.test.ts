/** Read models go on through faults of stores and feeds; what cannot go on stops alone. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { Fault } from '../../../../src/kernel/faults.ts';
import { START } from '../../../../src/kernel/position.ts';
import type { Projection } from '../../../../src/kernel/projection.ts';
import type { DocumentStore, DocumentWrite } from '../../../../src/ports/document-store.ts';
import type { EventFeed } from '../../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { ballTaken } from '../../../support/log/box-aggregate.ts';
import { balls, boxes, fragile } from '../../../support/read-models/box-projections.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import {
  createProjectionWorld,
  foldedFromZero,
  isFolded,
  PATIENCE_MS,
  put,
  quick,
  storedIn,
} from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

test('writes that fail, or may have failed, are made again from what is known to be there', async (t) => {
  const world = createProjectionWorld(t);
  let count = 0;
  const flaky: DocumentStore = {
    ...world.documents,
    write: async (changes: readonly DocumentWrite[], ...checkpoints) => {
      count += 1;
      // Every third write is lost, and every third is made and not answered; only documents, so that it can start.
      if (changes.length > 0 && count % 3 === 0) throw new Fault('unavailable', 'lost');
      await world.documents.write(changes, ...checkpoints);
      if (changes.length > 0 && count % 3 === 1) throw new Fault('unavailable', 'not answered');
    },
  };
  const { readModels } = await world.run([boxes, balls], { documents: flaky, timers: quick });
  for (let i = 0; i < 60; i += 1) {
    await world.append(`box-${i % 4}`, i % 5 === 4 ? ballTaken({ ball: `${i - 4}` }) : put(`${i}`));
    if (i % 7 === 0) await turn();
  }
  t.true(await readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  t.true(count > 6);
  await isFolded(t, world, boxes, balls);
});

test('a feed that drops is taken up again from what is known to be written', async (t) => {
  const world = createProjectionWorld(t);
  let drops = 0;
  const feed: EventFeed = {
    ...world.feed,
    subscribe: async function* (...options) {
      let batches = 0;
      for await (const batch of world.feed.subscribe(...options)) {
        yield batch;
        batches += 1;
        if (batches === 2 && drops < 5) {
          drops += 1;
          // A drop shows as a fault, or as an unexpected end.
          if (drops % 2 === 0) return;
          throw new Fault('unavailable', 'dropped');
        }
      }
    },
  };
  const { readModels } = await world.run([boxes, balls], { feed, timers: quick });
  for (let i = 0; i < 40; i += 1) {
    t.true(await readModels.waitFor(await world.append('box-1', put(`${i}`)), PATIENCE_MS));
  }
  t.is(drops, 5);
  await isFolded(t, world, boxes, balls);
});

test('a fold that throws stops its read model alone, at its position, and says so', async (t) => {
  const world = createProjectionWorld(t);
  const runner = await world.run([boxes, fragile]);
  const before = await world.append('box-1', put('a'));
  t.true(await runner.readModels.waitFor(before, PATIENCE_MS));
  const bomb = await world.append('box-1', put('bomb'));
  const after = await world.append('box-1', put('b'));
  t.true(await runner.readModels.waitFor(after, PATIENCE_MS, 'boxes'));
  await eventually('broken', () => runner.broken().has('fragile'));
  t.regex(runner.broken().get('fragile')?.message ?? '', /the read model fragile cannot fold BallPut at .*boom/);
  t.is(runner.readModels.position('fragile'), before);
  t.false(await runner.readModels.waitFor(bomb, 20, 'fragile'));
  t.is(runner.broken().size, 1);
  await isFolded(t, world, boxes);
});

test('an event that cannot be read stops the read models that need it', async (t) => {
  const world = createProjectionWorld(t);
  const elsewhere: Projection = { ...balls, name: 'elsewhere', categories: ['room'] };
  const codec = {
    ...world.codec,
    decode: (stored: Parameters<typeof world.codec.decode>[0]) => {
      if (stored.data.includes('"bad"')) throw new Fault('corrupt', 'from a newer version');
      return world.codec.decode(stored);
    },
  };
  const runner = await world.run([boxes, elsewhere], { codec });
  const position = await world.append('box-1', put('bad'));
  t.true(await runner.readModels.waitFor(position, PATIENCE_MS, 'elsewhere'));
  t.deepEqual([...runner.broken().keys()], ['boxes']);
});

test('a document that no store takes stops its read model alone', async (t) => {
  const world = createProjectionWorld(t);
  const unwritable: Projection = { ...balls, name: 'unwritable', evolve: () => ({ n: Number.NaN }) };
  const runner = await world.run([boxes, unwritable]);
  t.true(await runner.readModels.waitFor(await world.append('box-1', put('a')), PATIENCE_MS, 'boxes'));
  await eventually('broken', () => runner.broken().has('unwritable'));
  t.true(await runner.readModels.waitFor(await world.append('box-1', put('b')), PATIENCE_MS, 'boxes'));
});

test('a feed that drops while its read model waits to join the others is no stray fault', async (t) => {
  const world = createProjectionWorld(t);
  const first = await world.run([boxes]);
  t.true(await first.readModels.waitFor(await world.append('box-1', put('a')), PATIENCE_MS));
  await first.close();
  let dropped = false;
  const feed: EventFeed = {
    ...world.feed,
    subscribe: async function* (from, options) {
      for await (const batch of world.feed.subscribe(from, options)) {
        yield batch;
        // The lane of the read model that is behind drops right after its first batch, the main one never.
        if (from !== START || dropped) continue;
        dropped = true;
        throw new Fault('unavailable', 'dropped');
      }
    },
  };
  const slow: DocumentStore = {
    ...world.documents,
    write: async (changes, ...checkpoints) => {
      // The main lane is busy from before the drop until long after it.
      if (changes.some(({ collection }) => collection === 'boxes@1')) {
        await eventually('dropped', () => dropped);
        for (let i = 0; i < 5; i += 1) await turn();
      }
      await world.documents.write(changes, ...checkpoints);
    },
  };
  await world.append('box-1', put('b'));
  const { readModels } = await world.run([boxes, balls], { feed, documents: slow, timers: quick });
  t.true(await readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  t.true(dropped);
  await isFolded(t, world, boxes, balls);
});

/** The documents of a read model after a feed has once swapped two events. */
const afterDisorder = async (t: Scope, doctor = (stored: StoredEvent): StoredEvent => stored) => {
  const world = createProjectionWorld(t);
  for (const event of [put('a'), put('b'), ballTaken({ ball: 'b' }), put('c')]) await world.append('box-1', event);
  let orderly = false;
  const feed: EventFeed = {
    ...world.feed,
    subscribe: async function* (from, options) {
      for await (const batch of world.feed.subscribe(from, options)) {
        const [first, second, third, ...rest] = batch.events;
        if (orderly || first === undefined || second === undefined || third === undefined) {
          yield batch;
          continue;
        }
        orderly = true;
        yield { events: [first, third, second, ...rest].map(doctor), through: batch.through };
      }
    },
  };
  const { readModels } = await world.run([boxes], { feed, timers: quick });
  await readModels.waitFor(await world.append('box-1', put('d')), PATIENCE_MS);
  const [stored, folded] = [
    await storedIn(world.documents, readModels.collection('boxes')),
    foldedFromZero(world.codec, boxes, await world.events()),
  ];
  return { stored, folded };
};

test('a feed that shows events out of order is not believed', async (t) => {
  const { stored, folded } = await afterDisorder(t);
  t.deepEqual(stored, folded);
});

test('sabotage: events that hide their place are folded as they come, and that shows', async (t) => {
  let place = 0;
  const disguised = (stored: StoredEvent): StoredEvent => {
    place += 1;
    return { ...stored, position: `0000-${String(place).padStart(12, '0')}` };
  };
  const { stored, folded } = await afterDisorder(t, disguised);
  t.notDeepEqual(stored, folded);
});
