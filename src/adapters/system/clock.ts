/** The only reader of the machine's clocks. */
import type { Clock } from '../../ports/basics.ts';

/** Wall time of the system, and monotonic time since the process started, which has fractions. */
export const createClock = (): Clock =>
  Object.freeze({
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
