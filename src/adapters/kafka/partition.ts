/** The partition of a key, as Kafka's own clients compute it, so that all writers and readers agree. */

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/** murmur2 over the bytes, a signed 32-bit number; the variant of Kafka's Java client (`Utils.murmur2`). */
export const murmur2 = (bytes: Uint8Array): number => {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const whole = length & ~3;
  let hash = SEED ^ length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(view.getInt32(at, true), MULTIPLIER);
    word = Math.imul(word ^ (word >>> 24), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ word;
  }
  const rest = length - whole;
  if (rest >= 3) hash ^= view.getUint8(whole + 2) << 16;
  if (rest >= 2) hash ^= view.getUint8(whole + 1) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ view.getUint8(whole), MULTIPLIER);
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
};

/** From 0. `partitions` is fixed: with another number keys move, and the order of their records is lost. */
export const partitionOf = (key: string, partitions: number): number =>
  (murmur2(Buffer.from(key)) & 0x7fff_ffff) % partitions;
