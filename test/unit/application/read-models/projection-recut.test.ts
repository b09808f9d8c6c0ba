/** The number of shards is that of the collection: agreed on when it is begun, and changed by a rebuild only. */
import test from 'ava';
import {
  checkpointOf,
  createReadModelDirectory,
} from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import { watchReadModels } from '../../../../src/application/read-models/freshness/watch-read-models.ts';
import { rebuildReadModels } from '../../../../src/application/read-models/rebuild-projection.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { allShards } from '../../../../src/kernel/shard.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { foldedFromZero, isFolded, storedIn } from '../../../support/read-models/projection-world.ts';
import {
  createShardWorld,
  cut,
  owned,
  type Projector,
  type ShardWorld,
} from '../../../support/read-models/shard-world.ts';

const fill = async (world: ShardWorld, ball: string): Promise<void> => {
  for (let i = 0; i < 12; i += 1) await world.put(`ws_${i}`, `${ball}${i}`);
};

test('projectors with other settings go by what is there', async (t) => {
  const world = createShardWorld(t);
  const one = await world.join('one', { shards: 4 });
  const two = await world.join('two', { shards: 8 });
  const three = await world.join('three', { shards: 1 });
  await fill(world, 'a');
  await world.caughtUp(one);
  for (const { runner } of [one, two, three]) t.is(runner.readModels.positions('owned').length, 4);
  await isFolded(t, world, owned);
});

test('a read model begun before it could be cut stays whole', async (t) => {
  const world = createShardWorld(t);
  const old = await world.join('old', { shards: 1 });
  await fill(world, 'a');
  await world.caughtUp(old);
  await old.runner.close();
  t.is((await createReadModelDirectory(world.documents).find(owned)).serial, 0, 'nothing is written for what is whole');
  const now = await world.join('now', { shards: 8 });
  t.is(now.runner.readModels.positions('owned').length, 1);
  t.deepEqual([...now.runner.holds('owned')], [0]);
  t.is(await world.documents.checkpoint(checkpointOf('owned@1', { number: 0, of: 8 })), undefined);
});

test('one that began whole while another cut it takes up what the directory says', async (t) => {
  const world = createShardWorld(t);
  let whole: Projector | undefined;
  const late: DocumentStore = {
    ...world.documents,
    write: async (...asked) => {
      // The cutter has seen that nothing is begun, and is about to say how it is cut.
      const isDirectory = asked[0].some(({ collection }) => collection === 'read-models@1');
      if (isDirectory) whole ??= await world.join('whole', { shards: 1 });
      return world.documents.write(...asked);
    },
  };
  const cutter = await world.join('cutter', { shards: 4, documents: late });
  t.is(whole?.runner.readModels.positions('owned').length, 1);
  await fill(world, 'a');
  await world.until('taken up', () => whole?.runner.readModels.positions('owned').length === 4);
  await fill(world, 'b');
  await world.caughtUp(cutter);
  await isFolded(t, world, owned);
});

for (const [from, to] of [
  [4, 8],
  [8, 1],
  [1, 4],
] as const) {
  test(`a rebuild makes ${to} shards of ${from}, beside projectors that go on`, async (t) => {
    const world = createShardWorld(t, from);
    const [one, two] = [await world.join('one'), await world.join('two')];
    await fill(world, 'a');
    await world.caughtUp(one);
    const rebuilt = await rebuildReadModels({ ...world, shards: to }, cut);
    const head = await world.feed.head();
    t.is(rebuilt[0]?.position, head);
    const [collection = ''] = rebuilt.map((each) => each.collection);
    for (const shard of allShards(to)) {
      t.is((await world.documents.checkpoint(checkpointOf(collection, shard)))?.position, head, 'all at one place');
    }
    const { current, shards } = await createReadModelDirectory(world.documents).find(owned);
    t.deepEqual([current, shards[collection] ?? 1], [collection, to]);

    await world.until('taken up', () =>
      [one, two].every(({ runner }) => runner.readModels.collection('owned') === collection),
    );
    const heldBy = ({ runner }: Projector): number => runner.holds('owned').size;
    await world.until('held', () => heldBy(one) + heldBy(two) === to);
    await fill(world, 'b');
    await world.caughtUp(one);
    await world.caughtUp(two);
    t.is(two.runner.readModels.positions('owned').length, to);
    for (const [index, projection] of cut.entries()) {
      const is = await storedIn(world.documents, rebuilt?.[index]?.collection ?? '');
      t.deepEqual(is, foldedFromZero(world.codec, projection, await world.events()));
    }
    await world.until('the old one is gone', async () => {
      const left = allShards(from).map(async (shard) => world.documents.checkpoint(checkpointOf('owned@1', shard)));
      return (await Promise.all(left)).every((checkpoint) => checkpoint === undefined);
    });
    const after = await createReadModelDirectory(world.documents).find(owned);
    t.deepEqual([after.retired, after.shards], [[], to === 1 ? {} : { [collection]: to }]);
  });
}

test('a rebuild keeps the number unless it is told another', async (t) => {
  const world = createShardWorld(t, 4);
  const one = await world.join('one');
  await fill(world, 'a');
  await world.caughtUp(one);
  const [rebuilt] = await rebuildReadModels(world, [owned]);
  const { shards } = await createReadModelDirectory(world.documents).find(owned);
  t.is(shards[rebuilt?.collection ?? ''], 4);
});

test('a process that only reads watches all shards', async (t) => {
  const world = createShardWorld(t);
  const { documents, time } = world;
  const watch = await watchReadModels({ documents, timers: time.timers, logger: silentLogger }, cut);
  const one = await world.join('one');
  const two = await world.join('two');
  await fill(world, 'a');
  const head = await world.feed.head();
  await world.caughtUp(one);
  await world.time.advance(limits.checkpointEveryMs);
  await world.until('seen', () => watch.readModels.position() >= head);
  t.is(watch.readModels.positions('owned').length, 4);
  await Promise.all([watch.close(), time.advance(0)]);
  await two.runner.close();
});
