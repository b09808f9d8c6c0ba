/** Which shards each of several projectors is to hold. */
import { sha256 } from '../kernel/canonical-json.ts';

/**
 * The shards of one member, by rendezvous hashing: each shard goes to the member with the highest hash that has not
 * got its share. Shares differ by one at most. Whoever knows the same members comes to the same answer, and a member
 * that comes or goes moves little more than its own share.
 */
export const shardsFor = (member: string, members: readonly string[], shards: number): ReadonlySet<number> => {
  const least = Math.floor(shards / members.length);
  /** Shards beyond `least` that are still to be given, one a member at most. */
  let extra = shards % members.length;
  const counts = new Map(members.map((one) => [one, 0]));
  const own = new Set<number>();
  for (let shard = 0; shard < shards; shard += 1) {
    const holder = ranked(shard, members).find((one) => (counts.get(one) ?? 0) < least + (extra > 0 ? 1 : 0));
    if (holder === undefined) continue; // Nobody is there.
    const count = (counts.get(holder) ?? 0) + 1;
    if (count > least) extra -= 1;
    counts.set(holder, count);
    if (holder === member) own.add(shard);
  }
  return own;
};

const ranked = (shard: number, members: readonly string[]): readonly string[] =>
  members
    .map((one) => [sha256(`${one}/${shard}`), one] as const)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([, one]) => one);
