/** The shard of an owner is the same in every process and for ever. */
import test from 'ava';
import { allShards, ownerKey, shardOf } from '../../../src/kernel/shard.ts';

/** By `printf %s <owner> | sha256sum | cut -c1-12`, and the remainder. */
const vectors = [
  { owner: 'ws_1', key: 0xee92e8791c13, of4: 3, of7: 6, of8: 3, of64: 19 },
  { owner: 'ws_00000000000000000000000000', key: 0xa603aef28f18, of4: 0, of7: 2, of8: 0, of64: 24 },
  { owner: 'user:ann', key: 0xb7b15a392649, of4: 1, of7: 5, of8: 1, of64: 9 },
  { owner: '', key: 0xe3b0c44298fc, of4: 0, of7: 1, of8: 4, of64: 60 },
];

for (const { owner, key, of4, of7, of8, of64 } of vectors) {
  test(`the shards of ${owner || 'nobody'}`, (t) => {
    t.is(ownerKey(owner), key);
    t.deepEqual(
      [1, 4, 7, 8, 64].map((shards) => shardOf(owner, shards)),
      [0, of4, of7, of8, of64],
    );
  });
}

test('owners are spread over all shards', (t) => {
  const counts = new Map(allShards(8).map(({ number }) => [number, 0]));
  for (let i = 0; i < 8_000; i += 1) {
    const shard = shardOf(`ws_${i}`, 8);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  t.is(counts.size, 8);
  t.true([...counts.values()].every((count) => count > 900 && count < 1_100));
});
