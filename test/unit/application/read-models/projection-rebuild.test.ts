/** A read model is rebuilt beside the one that serves, and put in its place when it is complete. */
import test from 'ava';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import {
  checkpointOf,
  createReadModelDirectory,
} from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import {
  type RebuildDeps,
  rebuildReadModels,
  type Rebuilt,
} from '../../../../src/application/read-models/rebuild-projection.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import type { EventFeed } from '../../../../src/ports/event-feed.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import {
  createProjectionWorld,
  foldedFromZero,
  PATIENCE_MS,
  type ProjectionWorld,
  put,
  quick,
  storedIn,
} from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const filled = async (t: Scope): Promise<ProjectionWorld> => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 50; i += 1) await world.append(`box-${i % 4}`, put(`${i}`));
  return world;
};

const expected = async (world: ProjectionWorld) => foldedFromZero(world.codec, boxes, await world.events());

const rebuild = async (
  { feed, documents, codec }: ProjectionWorld,
  changes: Partial<RebuildDeps> = {},
): Promise<Rebuilt | undefined> => (await rebuildReadModels({ feed, documents, codec, ...changes }, [boxes]))[0];

/** The feed in batches of five, telling how many events it gave. */
const slowly = (world: ProjectionWorld, given: (events: number) => void = () => undefined): EventFeed => ({
  ...world.feed,
  read: async function* (position, options) {
    for await (const batch of world.feed.read(position, { ...options, batchMax: 5 })) {
      given(batch.events.length);
      yield batch;
    }
  },
});

test('a damaged read model is replaced by a whole one while it serves', async (t) => {
  const world = await filled(t);
  const { readModels } = await world.run([boxes], { timers: quick });
  t.true(await readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  const damage = { collection: 'boxes@1', id: '1', owner: 'ws_1', position: 'zzzz', body: { balls: ['wrong'] } };
  await world.documents.write([damage]);
  t.notDeepEqual(await storedIn(world.documents, 'boxes@1'), await expected(world), 'the damage can be seen');

  const served: string[] = [];
  const feed = slowly(world, () => served.push(readModels.collection('boxes')));
  const rebuilt = await rebuild(world, { feed });
  t.is(rebuilt?.events, 50);
  t.deepEqual(new Set(served), new Set(['boxes@1']));

  await eventually('taken up', () => readModels.collection('boxes') === rebuilt?.collection);
  t.true(await readModels.waitFor(await world.append('box-1', put('later')), PATIENCE_MS));
  t.deepEqual(await storedIn(world.documents, readModels.collection('boxes')), await expected(world));
  await eventually('dropped', async () => (await world.documents.checkpoint(checkpointOf('boxes@1'))) === undefined);
  const { retired, building } = await createReadModelDirectory(world.documents).find(boxes);
  t.deepEqual({ retired, building }, { retired: [], building: null });
  await t.throwsAsync(storedIn(world.documents, 'boxes@1'));
});

test('the runner that is told by the fence takes the new one up too', async (t) => {
  const world = await filled(t);
  // A directory that is looked at so seldom that only the fence can tell.
  const rarely: Timers = {
    ...quick,
    sleep: async (ms, signal) =>
      ms === limits.readModelDirectoryPollMs ? createTimers().sleep(60_000, signal) : quick.sleep(ms, signal),
  };
  const { readModels } = await world.run([boxes], { timers: rarely });
  t.true(await readModels.waitFor(await world.feed.head(), PATIENCE_MS));
  const rebuilt = await rebuild(world);
  t.is(readModels.collection('boxes'), 'boxes@1');
  t.true(await readModels.waitFor(await world.append('box-1', put('later')), PATIENCE_MS));
  t.is(readModels.collection('boxes'), rebuilt?.collection ?? '');
  t.deepEqual(await storedIn(world.documents, readModels.collection('boxes')), await expected(world));
});

test('a rebuild that was interrupted goes on where it was', async (t) => {
  const world = await filled(t);
  let batches = 0;
  const breaking: EventFeed = {
    ...world.feed,
    read: async function* (...asked) {
      if (batches === 4) throw new Fault('unavailable', 'gone');
      for await (const batch of slowly(world).read(...asked)) {
        yield batch;
        batches += 1;
        if (batches === 4) return;
      }
    },
  };
  await t.throwsAsync(rebuild(world, { feed: breaking }), { code: 'unavailable' });
  t.is((await createReadModelDirectory(world.documents).find(boxes)).current, 'boxes@1', 'not in place yet');

  // A crash: the store fails at some write, and the next run finds what was written before.
  let writes = 0;
  const failing: DocumentStore = {
    ...world.documents,
    write: async (...write) => {
      writes += 1;
      if (writes === 3) throw new Fault('unavailable', 'crashed');
      await world.documents.write(...write);
    },
  };
  await t.throwsAsync(rebuild(world, { documents: failing, feed: slowly(world) }), { code: 'unavailable' });

  let events = 0;
  const rebuilt = await rebuild(world, { feed: slowly(world, (count) => (events += count)) });
  t.true(events < 50, 'it did not begin anew');
  const { current, retired } = await createReadModelDirectory(world.documents).find(boxes);
  t.deepEqual([current, retired], [rebuilt?.collection ?? '', ['boxes@1']]);
  t.deepEqual(await storedIn(world.documents, current), await expected(world));

  const { readModels } = await world.run([boxes], { timers: quick });
  t.is(readModels.collection('boxes'), current);
  await eventually(
    'dropped',
    async () => (await createReadModelDirectory(world.documents).find(boxes)).retired.length === 0,
  );
});

test('rebuilds one after another each make a collection of their own', async (t) => {
  const world = await filled(t);
  const [first, second] = [await rebuild(world), await rebuild(world)];
  t.not(first?.collection, second?.collection);
  const { retired } = await createReadModelDirectory(world.documents).find(boxes);
  t.deepEqual(retired, ['boxes@1', first?.collection ?? '']);
  t.deepEqual(await storedIn(world.documents, second?.collection ?? ''), await expected(world));
});

test('events appended during a rebuild are in it', async (t) => {
  const world = await filled(t);
  let more = 3;
  const feed = slowly(world);
  const busy: EventFeed = {
    ...feed,
    read: async function* (...options) {
      yield* feed.read(...options);
      if (more === 0) return;
      more -= 1;
      await world.append('box-9', put(`late ${more}`));
    },
  };
  const rebuilt = await rebuild(world, { feed: busy });
  t.is(rebuilt?.events, 53);
  t.deepEqual(await storedIn(world.documents, rebuilt?.collection ?? ''), await expected(world));
});
