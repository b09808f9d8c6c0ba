/** The entries of a zip by its directory, of files that are stored as they are. */
import { assert } from '../../../src/kernel/faults.ts';

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

export const entriesOfZip = (zip: Buffer): ReadonlyMap<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  assert(end >= 0 && zip.readUInt32LE(end) === DIRECTORY_END, 'a zip ends with its directory');
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    assert(zip.readUInt32LE(at) === DIRECTORY_ENTRY, 'the directory has as many entries as it says');
    const [size, nameSize, extraSize, commentSize] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameSize), zip.subarray(from, from + size));
    at += 46 + nameSize + extraSize + commentSize;
  }
  return entries;
};
