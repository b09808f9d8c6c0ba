/** Ids that count, so that a failing run can be read and repeated. */
import type { Ids } from '../../../src/ports/basics.ts';

/** `prefix` keeps the ids of several processes apart: eight hex digits. */
export const createCountingIds = (prefix = '00000000'): Ids => {
  let count = 0;
  return Object.freeze({
    eventId: () => {
      count += 1;
      return `${prefix}-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    },
    bytes: (length: number) => {
      count += 1;
      const bytes = new Uint8Array(length);
      new DataView(bytes.buffer).setUint32(0, count);
      return bytes;
    },
  });
};
