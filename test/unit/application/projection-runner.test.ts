/** Read models run by themselves: promptly, through faults, one process at a time. */
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import { checkpointOf } from '../../../src/application/read-model-directory.ts';
import { watchReadModels } from '../../../src/application/watch-read-models.ts';
import { createSilentLogger } from '../../../src/adapters/pino/logger.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { START } from '../../../src/kernel/position.ts';
import { collectionOf } from '../../../src/kernel/projection.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import type { Timers } from '../../../src/ports/basics.ts';
import type { DocumentStore, DocumentWrite } from '../../../src/ports/document-store.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import { ballPut, ballTaken } from '../../support/box-aggregate.ts';
import { balls, boxes, fragile } from '../../support/box-projections.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createProjectionWorld, foldedFromZero, storedIn } from '../../support/projection-world.ts';
import type { ProjectionWorld } from '../../support/projection-world.ts';

const put = (ball: string) => ballPut({ ball, held: 1, note: '' });
const WAIT = 9_999;
/** Real timers that make short work of every sleep but `WAIT`. */
const quick: Timers = {
  ...createTimers(),
  sleep: async (ms, signal) => createTimers().sleep(ms === WAIT ? ms : Math.min(ms, 2), signal),
};

const same = async (
  t: ExecutionContext,
  world: ProjectionWorld,
  ...projections: readonly Projection[]
): Promise<void> => {
  const events = await world.events();
  for (const projection of projections) {
    const stored = await storedIn(world.documents, collectionOf(projection));
    t.deepEqual(stored, foldedFromZero(world.codec, projection, events), projection.name);
  }
};

test('what is appended is soon in the documents, and whoever waits for its position is told', async (t) => {
  const world = createProjectionWorld();
  await world.append('box-1', put('a'));
  const { readModels } = await world.run([boxes, balls]);
  for (const ball of ['b', 'c', 'd']) {
    const position = await world.append('box-1', put(ball));
    t.true(await readModels.waitFor(position, WAIT));
    t.true(readModels.position() >= position && readModels.position('balls') >= position);
    t.is(readModels.collection('boxes'), 'boxes@1');
    await same(t, world, boxes, balls);
  }
  await world.close();
});

test('a wait ends at its time, at a close, and at once where there is nothing to wait for', async (t) => {
  const world = createProjectionWorld();
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
  await world.close();
});

test('many events are written in few batches, each with its checkpoint', async (t) => {
  const world = createProjectionWorld();
  for (let i = 0; i < 600; i += 1) await world.append(`box-${i % 3}`, put(`${i}`));
  const writes: number[] = [];
  const documents: DocumentStore = {
    ...world.documents,
    write: async (changes, checkpoint) => {
      if (changes.length > 0) writes.push(changes.length);
      t.truthy(checkpoint);
      await world.documents.write(changes, checkpoint);
    },
  };
  const { readModels } = await world.run([boxes], { documents });
  t.true(await readModels.waitFor(await world.feed.head(), WAIT));
  t.deepEqual(writes, [3]);
  await same(t, world, boxes);
  await world.close();
});

test('what changes again and again is written together after a while, or as soon as somebody waits for it', async (t) => {
  const world = createProjectionWorld();
  const { clock, timers, advance } = createFakeClock();
  const writes: number[] = [];
  const documents: DocumentStore = {
    ...world.documents,
    write: async (asked, checkpoint) => {
      if (asked.length > 0) writes.push(asked.length);
      return world.documents.write(asked, checkpoint);
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
  t.true(await readModels.waitFor(position, WAIT));
  t.is(writes.length, 3);
  await same(t, world, boxes);
  await world.close();
});

test('a read model that nothing touched moves on as well, and its checkpoint follows', async (t) => {
  const world = createProjectionWorld();
  const indifferent: Projection = { ...balls, name: 'indifferent', touches: () => [] };
  const elsewhere: Projection = { ...balls, name: 'elsewhere', categories: ['room'] };
  const { readModels } = await world.run([boxes, indifferent, elsewhere]);
  const position = await world.append('box-1', put('a'));
  t.true(await readModels.waitFor(position, WAIT));
  for (const projection of [indifferent, elsewhere]) {
    const name = checkpointOf(collectionOf(projection));
    await eventually(name, async () => (await world.documents.checkpoint(name))?.position === position);
  }
  await world.close();
});

test('a restart goes on where the checkpoints are, each read model at its own', async (t) => {
  const world = createProjectionWorld();
  const first = await world.run([boxes]);
  const position = await world.append('box-1', put('a'));
  t.true(await first.readModels.waitFor(position, WAIT));
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
  t.true(await second.readModels.waitFor(await world.feed.head(), WAIT));
  t.deepEqual(starts.toSorted(), [START, position]);
  await same(t, world, boxes, balls);
  await world.close();
});

test('a read model that is behind does not hold up the others, and joins them when it has caught up', async (t) => {
  const world = createProjectionWorld();
  const first = await world.run([boxes]);
  t.true(await first.readModels.waitFor(await world.append('box-1', put('a')), WAIT));
  await first.close();
  let subscriptions = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const documents: DocumentStore = {
    ...world.documents,
    write: async (changes, checkpoint) => {
      if (changes.some(({ collection }) => collection === 'balls@1')) await gate;
      await world.documents.write(changes, checkpoint);
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
  t.true(await readModels.waitFor(position, WAIT, 'boxes'));
  t.is(readModels.position('balls'), START);
  t.is(subscriptions, 2);
  release();
  t.true(await readModels.waitFor(position, WAIT, 'balls'));
  await eventually('one lane', () => subscriptions === 1);
  t.true(await readModels.waitFor(await world.append('box-2', put('c')), WAIT));
  await same(t, world, boxes, balls);
  await world.close();
});

test('writes that fail, or may have failed, are made again from what is known to be there', async (t) => {
  const world = createProjectionWorld();
  let count = 0;
  const flaky: DocumentStore = {
    ...world.documents,
    write: async (changes: readonly DocumentWrite[], checkpoint) => {
      count += 1;
      // Every third write is lost, and every third is made and not answered; only documents, so that it can start.
      if (changes.length > 0 && count % 3 === 0) throw new Fault('unavailable', 'lost');
      await world.documents.write(changes, checkpoint);
      if (changes.length > 0 && count % 3 === 1) throw new Fault('unavailable', 'not answered');
    },
  };
  const { readModels } = await world.run([boxes, balls], { documents: flaky, timers: quick });
  for (let i = 0; i < 60; i += 1) {
    await world.append(`box-${i % 4}`, i % 5 === 4 ? ballTaken({ ball: `${i - 4}` }) : put(`${i}`));
    if (i % 7 === 0) await turn();
  }
  t.true(await readModels.waitFor(await world.feed.head(), WAIT));
  t.true(count > 6);
  await same(t, world, boxes, balls);
  await world.close();
});

test('a feed that drops is taken up again from what is known to be written', async (t) => {
  const world = createProjectionWorld();
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
          // A drop shows as a fault, or as an end that nobody asked for.
          if (drops % 2 === 0) return;
          throw new Fault('unavailable', 'dropped');
        }
      }
    },
  };
  const { readModels } = await world.run([boxes, balls], { feed, timers: quick });
  for (let i = 0; i < 40; i += 1) {
    t.true(await readModels.waitFor(await world.append('box-1', put(`${i}`)), WAIT));
  }
  t.is(drops, 5);
  await same(t, world, boxes, balls);
  await world.close();
});

test('a fold that throws stops its read model alone, where it stands, and says so', async (t) => {
  const world = createProjectionWorld();
  const runner = await world.run([boxes, fragile]);
  const before = await world.append('box-1', put('a'));
  t.true(await runner.readModels.waitFor(before, WAIT));
  const bomb = await world.append('box-1', put('bomb'));
  const after = await world.append('box-1', put('b'));
  t.true(await runner.readModels.waitFor(after, WAIT, 'boxes'));
  await eventually('broken', () => runner.broken().has('fragile'));
  t.regex(runner.broken().get('fragile')?.message ?? '', /the read model fragile cannot fold BallPut at .*boom/);
  t.is(runner.readModels.position('fragile'), before);
  t.false(await runner.readModels.waitFor(bomb, 20, 'fragile'));
  t.is(runner.broken().size, 1);
  await same(t, world, boxes);
  await world.close();
});

test('an event that cannot be read stops those who need it', async (t) => {
  const world = createProjectionWorld();
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
  t.true(await runner.readModels.waitFor(position, WAIT, 'elsewhere'));
  t.deepEqual([...runner.broken().keys()], ['boxes']);
  await world.close();
});

test('a document that no store takes stops its read model alone', async (t) => {
  const world = createProjectionWorld();
  const unwritable: Projection = { ...balls, name: 'unwritable', evolve: () => ({ n: Number.NaN }) };
  const runner = await world.run([boxes, unwritable]);
  t.true(await runner.readModels.waitFor(await world.append('box-1', put('a')), WAIT, 'boxes'));
  await eventually('broken', () => runner.broken().has('unwritable'));
  t.true(await runner.readModels.waitFor(await world.append('box-1', put('b')), WAIT, 'boxes'));
  await world.close();
});

test('of two processes one writes; the other shows how far it is, and takes over when it is gone', async (t) => {
  const world = createProjectionWorld();
  const written: string[] = [];
  const by = (name: string): DocumentStore => ({
    ...world.documents,
    write: async (changes, checkpoint) => {
      await world.documents.write(changes, checkpoint);
      if (changes.length > 0) written.push(name);
    },
  });
  const { clock, timers, advance } = createFakeClock();
  const first = await world.run([boxes, balls], { documents: by('first'), clock, timers });
  t.true(await first.readModels.waitFor(await world.append('box-1', put('a')), WAIT).then((is) => is));
  const second = await world.run([boxes, balls], { documents: by('second') });
  const position = await world.append('box-1', put('b'));
  t.true(await second.readModels.waitFor(position, WAIT));
  // The first one finds out at its next write, and watches from then on.
  await eventually('shown', async () => {
    await advance(limits.readModelPollMs);
    return first.readModels.position() >= position;
  });
  await same(t, world, boxes, balls);
  await second.close();
  written.length = 0;
  const last = await world.append('box-1', put('c'));
  await advance(limits.projectionTakeoverMs - 2 * limits.readModelPollMs);
  t.deepEqual(written, [], 'not before its time');
  await eventually('taken over', async () => {
    await advance(limits.readModelPollMs);
    return first.readModels.position() >= last;
  });
  t.deepEqual(new Set(written), new Set(['first']));
  await same(t, world, boxes, balls);
  await Promise.all([first.close(), advance(60_000)]);
  await world.close();
});

test('a process that only reads watches the checkpoints', async (t) => {
  const world = createProjectionWorld();
  const deps = {
    documents: world.documents,
    clock: createClock(),
    timers: createTimers(),
    logger: createSilentLogger(),
  };
  const watch = await watchReadModels(deps, [boxes, balls]);
  const runner = await world.run([boxes, balls]);
  const position = await world.append('box-1', put('a'));
  t.true(await watch.readModels.waitFor(position, WAIT));
  t.true(runner.readModels.position() >= position);
  await watch.close();
  await world.close();
});
