/** One shard of a read model: the owners of its documents, and its writer. */
import test from 'ava';
import { holdReadModel } from '../../../../src/application/read-models/folding/hold-read-model.ts';
import { createProjectionFold } from '../../../../src/application/read-models/folding/projection-fold.ts';
import { checkpointOf } from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import { allShards, shardOf } from '../../../../src/kernel/shard.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { apart, createShardWorld, owned, type ShardWorld } from '../../../support/read-models/shard-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const OWNERS = 8;

/** The writes of each shard of a fold; the filter is that of the shard, or a doctored one. */
const foldedByShards = async (world: ShardWorld, owns: (owner: string, shard: number) => boolean) => {
  const events = (await world.events()).map(world.codec.decodeOnce);
  const written: string[] = [];
  for (const { number } of allShards(4)) {
    const deps = { documents: { getMany: async () => Promise.resolve([]) }, collection: 'c', documentsMax: 10 };
    const fold = createProjectionFold({ ...deps, projection: apart, owns: (owner) => owns(owner, number) });
    await fold.fold(events);
    written.push(...fold.writes().map(({ id }) => id));
  }
  return { written: written.length, documents: new Set(written).size };
};

test('each document is folded by one shard', async (t) => {
  const world = createShardWorld(t);
  for (let i = 0; i < OWNERS; i += 1) await world.put(`ws_${i}`, `a${i}`);
  const { written, documents } = await foldedByShards(world, (owner, shard) => shardOf(owner, 4) === shard);
  t.is(documents, OWNERS);
  t.is(written, documents);
  const unfiltered = await foldedByShards(world, () => true);
  t.is(unfiltered.written, 4 * documents, 'sabotage: without the filter every shard folds all of them');
});

/** Two that look at the fence before either of them has raised it: how many may write after that. */
const raisedAtOnce = async (t: Scope, holders: readonly [string, string]): Promise<number> => {
  const world = createShardWorld(t);
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const documents: DocumentStore = {
    ...world.documents,
    write: async (...asked) => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return world.documents.write(...asked);
    },
  };
  const part = { collection: 'owned@1', shards: 4, only: 2 };
  const folding = { documentsMax: 10 };
  const models = await Promise.all(
    holders.map(async (holder) => holdReadModel(documents, owned, { ...part, holder }, folding)),
  );
  const stored = await Promise.allSettled(models.map(async (model) => model.store('0001')));
  const now = await world.documents.checkpoint(checkpointOf('owned@1', { number: 2, of: 4 }));
  const held = models.map(({ fences }) => fences.length === 1 && fences[0]?.fence === now?.fence);
  const writers = stored.filter(({ status }) => status === 'fulfilled').length;
  return writers === held.filter((is) => is).length ? writers : Number.NaN;
};

test('of two that raise a fence at the same moment, one holds the shard', async (t) => {
  t.is(await raisedAtOnce(t, ['one', 'two']), 1);
  t.is(await raisedAtOnce(t, ['two', 'one']), 1);
  t.is(await raisedAtOnce(t, ['one', 'one']), 2, 'sabotage: holders that nothing tells apart');
});
