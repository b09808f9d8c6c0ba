/**
 * Leases of attempts (design, section "Dispatch"): each claim of an attempt raises its epoch, and what comes under an
 * epoch that another claim has ended is refused. Time has no part in it: a claimer has watched the epoch for a whole
 * lease on its own clock, and names it.
 */
import { refuse } from './decider.ts';
import { limits } from './limits.ts';

/** Of the states that an attempt can be in, `dispatched`, `claimed` and `unknown` matter here. */
type Attempt = { readonly status: string; readonly epoch: number };

/**
 * Why the attempt cannot be claimed; undefined when it can. `lapsedEpoch` is the epoch that the claimer has watched
 * lapse, or its own to renew it; 0 when it knows of none.
 */
export const refuseClaim = ({ status, epoch }: Attempt, lapsedEpoch: number) => {
  if (status !== 'dispatched' && status !== 'claimed') return refuse('attempt_not_current');
  return epoch === lapsedEpoch ? undefined : refuse('lease_held', { epoch });
};

/**
 * Why a result under this epoch cannot be recorded; undefined when it can. Once the outcome counts as unknown nobody
 * calls again and there is nothing to fence: what still arrives is from the one call that was made, under whichever
 * epoch, and is the reconciliation.
 */
export const refuseResult = ({ status, epoch }: Attempt, resultEpoch: number) => {
  if (status !== 'claimed' && status !== 'unknown') return refuse('attempt_not_current');
  const holds = status === 'unknown' ? resultEpoch >= 1 && resultEpoch <= epoch : resultEpoch === epoch;
  return holds ? undefined : refuse('stale_epoch', { epoch });
};

/**
 * How long the lease of an epoch lasts. Each claim of the attempt doubles it, up to a bound: a process that dies at its
 * first claim is soon taken over, and a call of minutes is renewed once a minute. Every watcher knows it by the epoch.
 */
export const leaseLengthMs = (firstMs: number, epoch: number): number =>
  firstMs * 2 ** Math.min(epoch - 1, limits.leaseDoublingsMax);
