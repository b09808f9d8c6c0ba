/**
 * Reads that suit a server with few threads. A read of more than one of its pages holds a thread of its pool. It waits
 * there for the next page. A few of them at once starve the pool for seconds (seen on 23.10.6). So large reads go one
 * at a time. A read past its deadline is retried: a read changes nothing.
 *
 * With a prefix the server searches the events of all its users for ours, about a million a second. That may take
 * longer than any usual answer. So each retry of such a read waits twice as long as the one before.
 */
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import type { Calls } from './server/calls.ts';
import { status, troubleOf } from './server/faults.ts';

type Read = Calls['read'];

export const boundReads = (read: Read): Read => {
  const inTurn = createGate({ placesMax: 1, waitingMax: Infinity });

  const again: Read = async (request) => {
    const isSearch = request.of === 'all';
    const retriesMax = isSearch ? limits.eventStoreSearchRetriesMax : limits.eventStoreReadRetriesMax;
    for (let retries = 0; ; retries += 1) {
      try {
        return await read(isSearch && retries > 0 ? { ...request, patience: 2 ** retries } : request);
      } catch (error) {
        if (!isLate(error) || retries >= retriesMax) throw error;
      }
    }
  };

  return async (request) => {
    if (request.count <= limits.eventStoreSmallReadEventsMax) return again(request);
    return inTurn.run(async () => again(request));
  };
};

const isLate = (error: unknown): boolean => troubleOf(error).code === status.deadlineExceeded;
