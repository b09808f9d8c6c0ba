/** Pages of records, as reads and subscriptions walk through them. */
import { ALL, type ReadRequest } from './read-request.ts';
import type { StoredRecord } from './records.ts';
import type { Storage } from './storage.ts';

/** As many as the server reads at once, whatever it is asked for. */
export const PAGE = 32;
const PAST_EVERYTHING = Number.MAX_SAFE_INTEGER;

export type Pages = (limit: number) => readonly StoredRecord[];

const next = (page: readonly StoredRecord[], move: (last: StoredRecord) => void): readonly StoredRecord[] => {
  const last = page.at(-1);
  if (last !== undefined) move(last);
  return page;
};

/** Each call gives the next page; an empty one says that there is no more for now. */
export const pagesOf = (
  { records }: Storage,
  request: Omit<ReadRequest, 'limit' | 'filter'>,
  cursor: number,
): Pages => {
  const { stream, backwards } = request;
  let at = cursor;
  const size = (limit: number): number => Math.min(limit, PAGE);
  if (stream === ALL) {
    return backwards
      ? (limit) => next(records.allBackwards(at, size(limit)), ({ position }) => (at = position))
      : (limit) => next(records.allForwards(at, size(limit)), ({ position }) => (at = position + 1));
  }
  return backwards
    ? (limit) => next(records.streamBackwards(stream, at, size(limit)), ({ revision }) => (at = revision - 1))
    : (limit) => next(records.streamForwards(stream, at, size(limit)), ({ revision }) => (at = revision + 1));
};

/**
 * Where to begin. Reads of streams begin at the revision they name, either way; reads of `$all` forwards at the
 * position, backwards before it; subscriptions after either.
 */
export const startOf = (storage: Storage, { stream, from, backwards, subscribe }: ReadRequest): number => {
  if (from === 'end') {
    if (backwards) return PAST_EVERYTHING;
    if (!subscribe) return PAST_EVERYTHING;
    return stream === ALL ? storage.headPosition() + 1 : (storage.records.head.get(stream)?.[0] ?? -1) + 1;
  }
  if (from === 'start') return 0;
  return subscribe ? from + 1 : from;
};

/** A position in `$all` is one that the server has given out, or it cannot read there. */
export const isReadable = ({ records }: Storage, { stream, from }: ReadRequest): boolean =>
  stream !== ALL || typeof from !== 'number' || from === 0 || records.hasPosition.get(from) !== undefined;
