/** Which partition a key belongs to, and which member of a group a partition belongs to. */
import { sha256 } from '../../kernel/canonical-json.ts';
import { limits } from '../../kernel/limits.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over UTF-16 units: every process agrees, and it is cheap enough to do for each event and consumer. */
export const partitionOf = (key: string): number => {
  let hash = FNV_OFFSET;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  return (hash >>> 0) % limits.messagePartitions;
};

/**
 * The partitions of one member by rendezvous hashing: each partition goes to the member with the highest hash, so a
 * member that comes or goes moves only its own share.
 */
export const partitionsOf = (member: string, members: readonly string[]): ReadonlySet<number> => {
  const own = new Set<number>();
  for (let partition = 0; partition < limits.messagePartitions; partition += 1) {
    const weight = (one: string): string => sha256(`${one}/${partition}`);
    const mine = weight(member);
    if (members.every((one) => one === member || weight(one) < mine)) own.add(partition);
  }
  return own;
};
