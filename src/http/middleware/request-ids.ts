/** Names for requests. */
import { idFromBytes } from '../../kernel/ids.ts';
import type { Ids } from '../../ports/basics.ts';

const ID_BYTES = 17;

export const createRequestIds =
  (ids: Pick<Ids, 'bytes'>): (() => string) =>
  () =>
    idFromBytes('rid', ids.bytes(ID_BYTES));
