/** Which partition a key belongs to. */
import { limits } from '../../kernel/limits.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over UTF-16 units: every process agrees, and it is cheap enough to do for each event and consumer. */
export const partitionOf = (key: string): number => {
  let hash = FNV_OFFSET;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  return (hash >>> 0) % limits.messagePartitions;
};
