/** Shares parts out over members: partitions of a topic, shards of read models. */
import { sha256 } from '../kernel/canonical-json.ts';

/**
 * The parts of one member, by rendezvous hashing: each part goes to the member with the highest hash that has room in
 * its share. Shares differ by one at most. Processes that know the same members compute the same shares. A member that
 * joins or leaves moves little more than its own share.
 */
export const shareOf = (member: string, members: readonly string[], parts: number): ReadonlySet<number> => {
  const least = Math.floor(parts / members.length);
  /** Parts beyond `least` that remain, one a member at most. */
  let extra = parts % members.length;
  const counts = new Map(members.map((one) => [one, 0]));
  const own = new Set<number>();
  for (let part = 0; part < parts; part += 1) {
    const holder = ranked(part, members).find((one) => (counts.get(one) ?? 0) < least + (extra > 0 ? 1 : 0));
    if (holder === undefined) continue; // There are no members.
    const count = (counts.get(holder) ?? 0) + 1;
    if (count > least) extra -= 1;
    counts.set(holder, count);
    if (holder === member) own.add(part);
  }
  return own;
};

const ranked = (part: number, members: readonly string[]): readonly string[] =>
  members
    .map((one) => [sha256(`${one}/${part}`), one] as const)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([, one]) => one);
