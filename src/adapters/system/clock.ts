/** The only reader of the machine's clocks. */
import type { Clock } from '../../ports/basics.ts';

/** Wall time from the system, monotonic time from the process start; both in milliseconds, the latter with fractions. */
export const createClock = (): Clock =>
  Object.freeze({
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
