/**
 * Leases of attempts (ARCHITECTURE, "The lease is an event"): each claim of an attempt raises its epoch. A result under
 * an epoch that another claim has ended is refused. Time has no part in it: a claimer has watched the epoch for a whole
 * lease on its own clock, and names it.
 */
import { refuse } from './decider.ts';
import { limits } from './limits.ts';

/** Of the states that an attempt can be in, `dispatched`, `claimed`, `submitted` and `unknown` matter here. */
type Attempt = { readonly status: string; readonly epoch: number };

/**
 * The reason why the attempt cannot be claimed; undefined when it can. `lapsedEpoch` is the epoch that the claimer has
 * watched lapse, or its own to renew it. It is 0 when the claimer knows of none.
 */
export const refuseClaim = ({ status, epoch }: Attempt, lapsedEpoch: number) => {
  if (status !== 'dispatched' && status !== 'claimed') return refuse('attempt_not_current');
  return epoch === lapsedEpoch ? undefined : refuse('lease_held', { epoch });
};

/**
 * The reason why a result under this epoch cannot be recorded; undefined when it can. Once the work is submitted or its
 * outcome unknown, no process calls the engine again. There is nothing to fence. A later result then belongs to the one
 * call that was made, under any epoch, and is the outcome.
 */
export const refuseResult = ({ status, epoch }: Attempt, resultEpoch: number) => {
  if (status !== 'claimed' && status !== 'submitted' && status !== 'unknown') return refuse('attempt_not_current');
  const holds = status === 'claimed' ? resultEpoch === epoch : resultEpoch >= 1 && resultEpoch <= epoch;
  return holds ? undefined : refuse('stale_epoch', { epoch });
};

/**
 * How long the lease of an epoch lasts. Each claim of the attempt doubles it, up to a bound. A process that dies at its
 * first claim is soon taken over; a call of minutes is renewed once a minute. Every watcher computes it from the epoch.
 */
export const leaseLengthMs = (firstMs: number, epoch: number): number =>
  firstMs * 2 ** Math.min(epoch - 1, limits.leaseDoublingsMax);
