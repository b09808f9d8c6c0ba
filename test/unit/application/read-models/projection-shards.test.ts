/** Several projectors share read models that are cut into shards: every document is folded as by one. */
import test from 'ava';
import { checkpointOf } from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { collectionOf, type Projection } from '../../../../src/kernel/projection.ts';
import { allShards, shardOf } from '../../../../src/kernel/shard.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { foldedFromZero, isFolded, storedIn } from '../../../support/read-models/projection-world.ts';
import {
  apart,
  createShardWorld,
  cut,
  isFenced,
  owned,
  type Projector,
  type ShardWorld,
} from '../../../support/read-models/shard-world.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const WORKSPACES = ['ws_1', 'ws_2', 'ws_3', 'ws_4', 'ws_7', 'ws_10', 'ws_11', 'ws_13'];

/** A ball for each workspace: events of every shard. */
const putAll = async (world: ShardWorld, ball: string): Promise<void> => {
  for (const workspace of WORKSPACES) await world.put(workspace, `${ball}-${workspace}`);
};

const sharesOf = (...projectors: readonly Projector[]): readonly number[] =>
  projectors.map(({ runner }) => runner.holds('owned').size);

/** As each of them sees itself; an overtaken one may not know it yet. */
const isSpread = (...projectors: readonly Projector[]): boolean => {
  const shares = sharesOf(...projectors);
  return shares.reduce((sum, one) => sum + one, 0) === 4 && Math.max(...shares) - Math.min(...shares) <= 1;
};

test('the workspaces of these tests are of all shards', (t) => {
  t.is(new Set(WORKSPACES.map((workspace) => shardOf(workspace, 4))).size, 4);
});

test('a single member holds all shards; a new one takes its share, and gives it back when it leaves', async (t) => {
  const world = createShardWorld(t);
  const one = await world.join('one');
  t.deepEqual(sharesOf(one), [4]);
  await putAll(world, 'a');
  await world.caughtUp(one);
  await isFolded(t, world, ...cut);

  const two = await world.join('two');
  t.deepEqual(sharesOf(two), [0], 'it looks around first');
  await world.until('each its half', () => isSpread(one, two));
  await putAll(world, 'b');
  await world.caughtUp(one);
  await world.caughtUp(two);
  await isFolded(t, world, ...cut);
  t.true(world.taken.some(({ by, writes }) => by === 'one' && writes.some(({ id }) => id.startsWith('ball:b'))));
  t.true(world.taken.some(({ by, writes }) => by === 'two' && writes.some(({ id }) => id.startsWith('ball:b'))));

  await two.runner.close();
  await putAll(world, 'c');
  await world.caughtUp(one);
  t.deepEqual(sharesOf(one), [4]);
  await isFolded(t, world, ...cut);
  t.true(isFenced(world.taken));
});

test('a shard is the same number of all read models, and each has a checkpoint of its own', async (t) => {
  const world = createShardWorld(t);
  const [one, two, three] = [await world.join('one'), await world.join('two'), await world.join('three')];
  await world.until('shared', () => isSpread(one, two, three));
  for (const { runner } of [one, two, three]) {
    for (const { name } of cut) t.deepEqual(runner.holds(name), runner.holds('owned'), name);
  }
  await putAll(world, 'a');
  const head = await world.feed.head();
  await world.caughtUp(one);
  for (const projection of cut) {
    for (const shard of allShards(4)) {
      const checkpoint = await world.documents.checkpoint(checkpointOf(collectionOf(projection), shard));
      t.is(checkpoint?.position, head, `${projection.name} ${shard.number}`);
    }
    t.is(await world.documents.checkpoint(checkpointOf(collectionOf(projection))), undefined);
  }
  t.is(checkpointOf('owned@1', { number: 3, of: 8 }), 'projection:owned@1#3/8');
});

test('an event of no shard here is not even decoded, where the workspace tells', async (t) => {
  const world = createShardWorld(t, 4, [owned]);
  const decoded = new Map<string, Set<string>>();
  const join = async (name: string): Promise<Projector> => {
    const seen = new Set<string>();
    decoded.set(name, seen);
    const decode = (stored: StoredEvent) => {
      seen.add(stored.stream);
      return world.codec.decode(stored);
    };
    return world.join(name, { codec: { decode } });
  };
  const [one, two] = [await join('one'), await join('two')];
  await world.until('shared', () => isSpread(one, two));
  await putAll(world, 'a');
  await world.caughtUp(one);
  for (const { name, runner } of [one, two]) {
    const own = WORKSPACES.filter((workspace) => runner.holds('owned').has(shardOf(workspace, 4)));
    t.deepEqual(decoded.get(name), new Set(own.map((workspace) => `box-of_${workspace}`)), name);
  }
});

test('readers of one owner wait for its shard only', async (t) => {
  const world = createShardWorld(t);
  const [one, two] = [await world.join('one'), await world.join('two')];
  await world.until('shared', () => isSpread(one, two));
  const ofTwo = WORKSPACES.find((workspace) => two.runner.holds('owned').has(shardOf(workspace, 4))) ?? '';
  const ofOne = WORKSPACES.find((workspace) => one.runner.holds('owned').has(shardOf(workspace, 4))) ?? '';
  two.pause();
  await world.put(ofTwo, 'a');
  await world.put(ofOne, 'b');
  const head = await world.feed.head();
  const { readModels } = one.runner;
  await world.until('its shard is there', () => readModels.position('owned', ofOne) >= head);
  t.true(await readModels.waitFor(head, 0, 'owned', ofOne));
  t.false(await readModels.waitFor(head, 0, 'owned', ofTwo));
  t.true(readModels.position('owned', ofTwo) < head);
  t.is(readModels.position('owned'), readModels.position('owned', ofTwo), 'all of it is as far as its slowest shard');
  const waiting = readModels.waitFor(head, 60_000, 'owned', ofTwo);
  await world.until('taken over', () => readModels.position('owned', ofTwo) >= head);
  t.true(await waiting);
});

/** One of two is paused with something to write, is overtaken, and comes back. */
const comeBack = async (t: Scope, doctor?: (documents: DocumentStore) => DocumentStore) => {
  const world = createShardWorld(t);
  const one = await world.join('one');
  const two = await world.join('two', {}, doctor);
  await world.until('shared', () => isSpread(one, two));
  await putAll(world, 'a');
  await world.caughtUp(two);
  const shares = new Set(two.runner.holds('owned'));
  two.pause();
  await putAll(world, 'b');
  await world.until('overtaken', () => sharesOf(one)[0] === 4);
  await putAll(world, 'c');
  await world.caughtUp(one);
  const before = world.taken.length;
  two.resume();
  // Too short a time to take anything again.
  await world.time.advance(limits.memberBeatMs);
  const late = world.taken
    .slice(before)
    .filter(({ by, checkpoints }) => by === 'two' && checkpoints.some(({ name }) => name.includes('@1#')));
  return { world, one, two, shares, late };
};

test('one that was paused is fenced off when it comes back, changes nothing, and gets its share again', async (t) => {
  const { world, one, two, shares, late } = await comeBack(t);
  t.deepEqual(late, []);
  t.true(two.conflicts() > 0);
  t.deepEqual(sharesOf(two), [0], 'it knows');
  await isFolded(t, world, ...cut);
  await world.until('shared again', () => isSpread(one, two));
  t.deepEqual(two.runner.holds('owned'), shares);
  await putAll(world, 'd');
  await world.caughtUp(two);
  await world.caughtUp(one);
  await isFolded(t, world, ...cut);
  t.true(isFenced(world.taken));
});

test('sabotage: without the fence the one that was overtaken goes on writing', async (t) => {
  const unfenced = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    write: async (writes, ...checkpoints) => {
      const held = await documents.checkpoints(checkpoints.map(({ name }) => name));
      const fenceAt = (n: number): number => Math.max(held[n]?.fence ?? 0, checkpoints[n]?.fence ?? 0);
      return documents.write(writes, ...checkpoints.map((one, n) => ({ ...one, fence: fenceAt(n) })));
    },
  });
  const { late } = await comeBack(t, unfenced);
  t.true(late.length > 0);
});

test('one that lives, and does not go on with its shards, is relieved of them', async (t) => {
  const world = createShardWorld(t);
  const one = await world.join('one');
  let stuck = false;
  // It beats, and nothing else works.
  const two = await world.join('two', {}, (documents) => ({
    ...documents,
    write: async (writes, ...checkpoints) => {
      if (stuck && checkpoints.length > 0) await new Promise((_, reject) => setImmediate(reject, new Error('stuck')));
      return documents.write(writes, ...checkpoints);
    },
  }));
  await world.until('shared', () => isSpread(one, two));
  stuck = true;
  await putAll(world, 'a');
  await world.caughtUp(one);
  await isFolded(t, world, ...cut);
  stuck = false;
});

test('a fold that throws stops its shard alone, and says so', async (t) => {
  const bomb: Projection = {
    ...owned,
    evolve: (document, event, id) => {
      if (JSON.stringify(event.data).includes('bomb')) throw new TypeError('boom');
      return owned.evolve(document, event, id);
    },
  };
  const world = createShardWorld(t, 4, [bomb, apart]);
  const { runner } = await world.join('one');
  await world.put('ws_1', 'bomb');
  await putAll(world, 'a');
  const head = await world.feed.head();
  const { readModels } = runner;
  await world.until('the others go on', () =>
    readModels.positions('owned').every((position, shard) => position >= head || shard === shardOf('ws_1', 4)),
  );
  await world.until('apart too', () => readModels.position('apart') >= head);
  t.deepEqual([...runner.broken().keys()], ['owned']);
  t.is(runner.holds('owned').size, 3);
});

test('sabotage: documents whose events belong to several owners are folded to pieces, and that shows', async (t) => {
  const torn: Projection = { ...owned, ofWorkspace: false as never, owner: ({ id }) => id };
  const world = createShardWorld(t, 4, [torn]);
  const one = await world.join('one');
  for (const ball of ['a', 'b', 'c', 'd', 'e', 'f']) await putAll(world, ball);
  await world.caughtUp(one);
  const folded = foldedFromZero(world.codec, torn, await world.events());
  t.notDeepEqual(await storedIn(world.documents, collectionOf(torn)), folded);
});
