/** Read models run by themselves: promptly, and each from its own checkpoint. */
import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { checkpointOf } from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import { collectionOf, type Projection } from '../../../../src/kernel/projection.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import type { EventFeed } from '../../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { balls, boxes } from '../../../support/read-models/box-projections.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';
import { createProjectionWorld, isFolded, PATIENCE_MS, put } from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

test('a wait ends at its time, at a close, and at once where there is nothing to wait for', async (t) => {
  const world = createProjectionWorld(t);
  const { clock, timers, advance } = createFakeClock();
  const runner = await world.run([boxes], { clock, timers });
  t.true(await runner.readModels.waitFor(START, 0));
  t.false(await runner.readModels.waitFor('9', 0));
  const wait = runner.readModels.waitFor('9', 500);
  await advance(499);
  t.is(await Promise.race([wait, turn('still waiting')]), 'still waiting');
  await advance(1);
  t.false(await wait);
  const other = runner.readModels.waitFor('9', 500, 'boxes');
  await Promise.all([runner.close(), advance(0)]);
  t.false(await other);
  t.throws(() => runner.readModels.position('toys'), { name: 'BrokenInvariant' });
});

test('many events are written in few batches, each with its checkpoint', async (t) => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 600; i += 1) await world.append(`box-${i % 3}`, put(`${i}`));
  const writes: number[] = [];
  const documents: DocumentStore = {
    ...world.documents,
    write: async (changes, ...checkpoints) => {
      if (changes.length > 0) writes.push(changes.length);
      t.is(checkpoints.length, 1);
      await world.documents.write(changes, ...checkpoints);
    },
  };
  const { readModels } = await world.run([boxes], { documents });
  t.true(await readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  t.deepEqual(writes, [3]);
  await isFolded(t, world, boxes);
});

test('frequent changes are written together after a while, or when a reader waits', async (t) => {
  const world = createProjectionWorld(t);
  const { clock, timers, advance } = createFakeClock();
  const writes: number[] = [];
  const documents: DocumentStore = {
    ...world.documents,
    write: async (asked, ...checkpoints) => {
      if (asked.length > 0) writes.push(asked.length);
      return world.documents.write(asked, ...checkpoints);
    },
  };
  const { readModels } = await world.run([boxes], { clock, timers, documents });
  await world.append('box-1', put('a'));
  await eventually('the first event is written at once', () => writes.length === 1);
  for (const ball of ['b', 'c', 'd']) await world.append('box-1', put(ball));
  for (let i = 0; i < 20; i += 1) await turn();
  t.is(writes.length, 1);
  await advance(limits.projectionStoreEveryMs);
  await eventually('the rest is written together', () => writes.length === 2);
  const position = await world.append('box-1', put('e'));
  for (let i = 0; i < 20; i += 1) await turn();
  t.is(writes.length, 2);
  t.true(await readModels.waitFor(position, PATIENCE_MS));
  t.is(writes.length, 3);
  await isFolded(t, world, boxes);
});

test('a read model that nothing touched moves on as well, and its checkpoint follows', async (t) => {
  const world = createProjectionWorld(t);
  const indifferent: Projection = { ...balls, name: 'indifferent', touches: () => [] };
  const elsewhere: Projection = { ...balls, name: 'elsewhere', categories: ['room'] };
  const { readModels } = await world.run([boxes, indifferent, elsewhere]);
  const position = await world.append('box-1', put('a'));
  t.true(await readModels.waitFor(position, PATIENCE_MS));
  for (const projection of [indifferent, elsewhere]) {
    const name = checkpointOf(collectionOf(projection));
    await eventually(name, async () => (await world.documents.checkpoint(name))?.position === position);
  }
});

test('a restart goes on where the checkpoints are, each read model at its own', async (t) => {
  const world = createProjectionWorld(t);
  const first = await world.run([boxes]);
  const position = await world.append('box-1', put('a'));
  t.true(await first.readModels.waitFor(position, PATIENCE_MS));
  await first.close();
  await world.append('box-1', put('b'));
  const starts: string[] = [];
  const feed: EventFeed = {
    ...world.feed,
    subscribe: (from, options) => {
      starts.push(from);
      return world.feed.subscribe(from, options);
    },
  };
  const second = await world.run([boxes, balls], { feed });
  t.true(await second.readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  t.deepEqual(starts.toSorted(), [START, position]);
  await isFolded(t, world, boxes, balls);
});

test('a read model that is behind does not hold up the others, and joins them when it has caught up', async (t) => {
  const world = createProjectionWorld(t);
  const first = await world.run([boxes]);
  t.true(await first.readModels.waitFor(await world.append('box-1', put('a')), PATIENCE_MS));
  await first.close();
  let subscriptions = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const documents: DocumentStore = {
    ...world.documents,
    write: async (changes, ...checkpoints) => {
      if (changes.some(({ collection }) => collection === 'balls@1')) await gate;
      await world.documents.write(changes, ...checkpoints);
    },
  };
  const feed: EventFeed = {
    ...world.feed,
    subscribe: async function* (...options) {
      subscriptions += 1;
      try {
        yield* world.feed.subscribe(...options);
      } finally {
        subscriptions -= 1;
      }
    },
  };
  const { readModels } = await world.run([boxes, balls], { documents, feed });
  const position = await world.append('box-1', put('b'));
  t.true(await readModels.waitFor(position, PATIENCE_MS, 'boxes'));
  t.is(readModels.position('balls'), START);
  t.is(subscriptions, 2);
  release();
  t.true(await readModels.waitFor(position, PATIENCE_MS, 'balls'));
  await eventually('one lane', () => subscriptions === 1);
  t.true(await readModels.waitFor(await world.append('box-2', put('c')), PATIENCE_MS));
  await isFolded(t, world, boxes, balls);
});

/** The longest turn while a read model takes many events at once. Each step of an event costs a millisecond. */
const longestWhileFolded = async (t: Scope, loop: WorkedLoop, turns: Turns): Promise<number> => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 50; i += 1) await world.append(`box-${i}`, put(`${i}`));
  const worked = <T>(value: T): T => {
    loop.work(1);
    return value;
  };
  const slow: Projection = {
    ...boxes,
    touches: (event) => worked(boxes.touches(event)),
    evolve: (...asked) => worked(boxes.evolve(...asked)),
  };
  const codec = { decode: (stored: StoredEvent) => worked(world.codec.decode(stored)) };
  const { readModels } = await world.run([slow], { turns, codec });
  await readModels.waitFor(await world.feed.head(), PATIENCE_MS);
  return loop.seen().longestMs;
};

test('many events are decoded and folded in many turns', async (t) => {
  const loop = createWorkedLoop();
  t.true((await longestWhileFolded(t, loop, loop.turns)) <= limits.sliceMs + 2);
});

test('sabotage: a read model without a share of turns holds the loop for all of its events', async (t) => {
  t.true((await longestWhileFolded(t, createWorkedLoop(), { due: () => undefined })) >= 150);
});
