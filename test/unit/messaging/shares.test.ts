/** Members that know each other agree on their shares, evenly. */
import test from 'ava';
import { shareOf } from '../../../src/messaging/shares.ts';

const membersOf = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `host:${i}`);

const holdersOf = (members: readonly string[], shards: number): ReadonlyMap<number, string> => {
  const holders = new Map<number, string>();
  for (const member of members) {
    for (const shard of shareOf(member, members, shards)) {
      if (holders.has(shard)) throw new Error(`the shard ${shard} has two holders`);
      holders.set(shard, member);
    }
  }
  return holders;
};

for (const shards of [1, 2, 8, 64]) {
  test(`each of ${shards} shards has one holder, and shares differ by one at most`, (t) => {
    for (let count = 1; count <= 12; count += 1) {
      const members = membersOf(count);
      t.is(holdersOf(members, shards).size, shards);
      const shares = members.map((member) => shareOf(member, members, shards).size);
      t.true(Math.max(...shares) - Math.min(...shares) <= 1, `${count} members: ${shares.join()}`);
      for (const member of members) {
        t.deepEqual(shareOf(member, members.toReversed(), shards), shareOf(member, members, shards), 'in any order');
      }
    }
  });
}

test('a member that goes leaves the others nearly what they have', (t) => {
  for (let count = 2; count <= 8; count += 1) {
    const members = membersOf(count);
    const before = holdersOf(members, 64);
    const after = holdersOf(members.slice(1), 64);
    const moved = [...before].filter(([shard, holder]) => holder !== members[0] && after.get(shard) !== holder).length;
    t.true(moved <= 16, `${moved} of 64 have moved that need not have, of ${count} members`);
  }
});

test('a member that is not there holds nothing', (t) => {
  t.is(shareOf('host:9', membersOf(3), 8).size, 0);
  t.is(shareOf('host:9', [], 8).size, 0);
});
