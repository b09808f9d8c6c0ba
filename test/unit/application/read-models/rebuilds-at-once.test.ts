/** Rebuilds of several read models beside each other, and beside other changes of the directory. */
import test from 'ava';
import {
  createReadModelDirectory,
  dropRetiredOf,
} from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import { rebuildReadModels } from '../../../../src/application/read-models/rebuild-projection.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import type { EventFeed } from '../../../../src/ports/event-feed.ts';
import { balls, boxes, fragile } from '../../../support/read-models/box-projections.ts';
import {
  createProjectionWorld,
  foldedFromZero,
  type ProjectionWorld,
  put,
  storedIn,
} from '../../../support/read-models/projection-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const ALL = [boxes, balls, fragile];
/** Orders of the calls of two rebuilds. */
const ORDERS = 40;

const filled = async (t: Scope): Promise<ProjectionWorld> => {
  const world = createProjectionWorld(t);
  for (let i = 0; i < 20; i += 1) await world.append(`box-${i % 4}`, put(`${i}`));
  return world;
};

/** The store of one of two processes: before each call it lets the other one go on, by an order that is drawn. */
const interleaved = (documents: DocumentStore, goesFirst: () => boolean): DocumentStore => {
  const turn = async (): Promise<void> => {
    while (!goesFirst()) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...documents,
    get: async (...asked) => turn().then(async () => documents.get(...asked)),
    getMany: async (...asked) => turn().then(async () => documents.getMany(...asked)),
    checkpoint: async (...asked) => turn().then(async () => documents.checkpoint(...asked)),
    write: async (...asked) => turn().then(async () => documents.write(...asked)),
  };
};

/** Numbers that follow from a seed. */
const drawn = (seed: number) => {
  let state = seed + 1;
  return (): boolean => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 16 > 0x3fff;
  };
};

test('of two rebuilds of all read models at once one goes on, in whatever order their calls come', async (t) => {
  const told: string[] = [];
  for (let seed = 0; seed < ORDERS; seed += 1) {
    const world = await filled(t);
    const { feed, codec } = world;
    const order = drawn(seed);
    const ended = await Promise.allSettled(
      ['one', 'two'].map(async (holder) => {
        const documents = interleaved(world.documents, order);
        return rebuildReadModels({ feed, codec, documents, shards: 3, holder }, ALL);
      }),
    );
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    t.true(refused.length < 2, `order ${seed}: ${String(refused[0])}`);
    for (const reason of refused) t.true(isFault(reason, 'conflict'), String(reason));
    told.push(...refused.map(String));
    for (const projection of ALL) {
      const { current, building } = await createReadModelDirectory(world.documents).find(projection);
      t.not(current, `${projection.name}@1`, `order ${seed}`);
      t.is(building, null, `order ${seed}`);
      const whole = foldedFromZero(codec, projection, await world.events());
      t.deepEqual(await storedIn(world.documents, current), whole, `order ${seed}`);
    }
  }
  t.regex(told.join(), /another rebuild .* is under way.*: let it end, and see its outcome/);
});

test('a rebuild takes its place also when an older collection is dropped meanwhile', async (t) => {
  const world = await filled(t);
  const { documents, codec } = world;
  const directory = createReadModelDirectory(documents);
  await rebuildReadModels(world, [boxes]);
  const feed: EventFeed = {
    ...world.feed,
    read: async function* (...asked) {
      await dropRetiredOf(documents, directory, boxes, await directory.find(boxes));
      yield* world.feed.read(...asked);
    },
  };
  const [rebuilt] = await rebuildReadModels({ feed, documents, codec }, [boxes]);
  const { current, building } = await directory.find(boxes);
  t.deepEqual({ current, building }, { current: rebuilt?.collection ?? '', building: null });
});

test('a rebuild whose collection another process has given up says so, and takes no place', async (t) => {
  const world = await filled(t);
  const { documents, codec } = world;
  const directory = createReadModelDirectory(documents);
  const feed: EventFeed = {
    ...world.feed,
    read: async function* (...asked) {
      const found = await directory.find(boxes);
      await directory.change(boxes, found, { ...found, building: null });
      yield* world.feed.read(...asked);
    },
  };
  await t.throwsAsync(rebuildReadModels({ feed, documents, codec }, [boxes]), { code: 'conflict' });
  t.is((await directory.find(boxes)).current, 'boxes@1');
});
