/** The only source of randomness. */
import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/basics.ts';

/** Bytes that are asked for at once: a call into the library costs more than the bytes. */
const POOL_BYTES = 4_096;

export const createIds = (): Ids => {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  const bytes = (count: number): Uint8Array => {
    if (count > POOL_BYTES) return new Uint8Array(randomBytes(count));
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const taken = pool.slice(used, used + count);
    // None that was given out stays in memory.
    pool.fill(0, used, used + count);
    used += count;
    return taken;
  };
  return Object.freeze({ eventId: () => randomUUID(), bytes });
};
