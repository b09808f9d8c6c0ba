/** CRC-32 of a chunk of a PNG (ISO 15948, annex D). By the bit: for a few thousand bytes, without a table. */
const POLYNOMIAL = 0xedb88320;

export const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) === 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
};
