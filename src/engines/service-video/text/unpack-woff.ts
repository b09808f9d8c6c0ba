/**
 * A file of WOFF 1.0 as the plain font that is packed in it: each table is deflated, or as it was. The library of fonts
 * unpacks by itself too, but its own inflate takes some good files for broken ones.
 */
import { inflateSync } from 'node:zlib';

const HEAD = 44;
const ENTRY = 20;
const PLAIN_HEAD = 12;
const PLAIN_ENTRY = 16;

/** Tables begin at multiples of four bytes. */
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

export const unpackWoff = (woff: Buffer): ArrayBuffer => {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(PLAIN_HEAD + count * PLAIN_ENTRY);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = HEAD + i * ENTRY;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(start, start + packed);
    const table = padded(packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes);
    const to = PLAIN_HEAD + i * PLAIN_ENTRY;
    woff.copy(head, to, entry, entry + 4);
    woff.copy(head, to + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    tables.push(table);
    offset += table.length;
  }
  const font = Buffer.concat([head, ...tables]);
  return font.buffer.slice(font.byteOffset, font.byteOffset + font.length);
};
