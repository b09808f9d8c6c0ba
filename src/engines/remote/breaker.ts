/**
 * A circuit breaker: a provider that fails again and again is left alone for a while. Then one call tries it, and its
 * outcome decides. Each time that it fails again it is left alone for longer, within a bound.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';

export type Breaker = {
  /** Whether calls may be made; the one that tries a provider again counts as begun. */
  admits(): boolean;
  /** The same without a call. */
  isOpen(): boolean;
  succeeded(): void;
  failed(): void;
  /** The call that was admitted told nothing of the provider. */
  toldNothing(): void;
};

export const createBreaker = (clock: Pick<Clock, 'monotonic'>): Breaker => {
  let failures = 0;
  let openUntil = 0;
  let trying = false;

  const isTripped = (): boolean => failures >= limits.breakerFailuresMax;
  const isOpen = (): boolean => isTripped() && (trying || clock.monotonic() < openUntil);

  return Object.freeze({
    isOpen,
    admits: () => {
      if (isOpen()) return false;
      trying = isTripped();
      return true;
    },
    succeeded: () => {
      failures = 0;
      trying = false;
    },
    failed: () => {
      failures += 1;
      trying = false;
      const times = failures - limits.breakerFailuresMax;
      if (times >= 0)
        openUntil = clock.monotonic() + Math.min(limits.breakerOpenMs * 2 ** times, limits.breakerOpenMsMax);
    },
    toldNothing: () => {
      trying = false;
    },
  });
};
