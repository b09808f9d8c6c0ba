/** Names for requests. Random bytes are drawn for many at a time: one by one they would be most of a poll. */
import { idFromBytes } from '../../kernel/ids.ts';
import type { Ids } from '../../ports/basics.ts';

const ID_BYTES = 17;
const IDS_PER_DRAW = 64;

export const createRequestIds = (ids: Pick<Ids, 'bytes'>): (() => string) => {
  let pool: Uint8Array = new Uint8Array(0);
  let at = 0;
  return () => {
    if (at >= pool.length) {
      pool = ids.bytes(ID_BYTES * IDS_PER_DRAW);
      at = 0;
    }
    at += ID_BYTES;
    return idFromBytes('rid', pool.subarray(at - ID_BYTES, at));
  };
};
