/**
 * How long this process has watched the leases of other holders, on its own monotonic clock. Wall clocks of other
 * machines, and jumps of this one's, do not matter (I10).
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';

export type LeaseWatch = {
  /** The rest of a lease at `epoch`; a new epoch starts it anew. At most 0 when it has lapsed. */
  remainingMs(attemptKey: string, epoch: number, leaseMs: number): number;
};

export const createLeaseWatch = (clock: Pick<Clock, 'monotonic'>): LeaseWatch => {
  const seen = createBoundedMap<string, { readonly epoch: number; readonly since: number }>(limits.leasesWatchedMax);
  return Object.freeze({
    remainingMs: (attemptKey: string, epoch: number, leaseMs: number) => {
      const known = seen.get(attemptKey);
      const now = clock.monotonic();
      if (known?.epoch !== epoch) seen.set(attemptKey, { epoch, since: now });
      return leaseMs - (now - (known?.epoch === epoch ? known.since : now));
    },
  });
};
