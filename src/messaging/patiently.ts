/** Waits, but not for ever. */
import type { Timers } from '../ports/basics.ts';

/** Resolves when `leaving` has settled, either way, or after so long. */
export const patiently = async (timers: Timers, leaving: Promise<unknown>, ms: number): Promise<void> => {
  const patience = new AbortController();
  const enough = timers.sleep(ms, patience.signal).catch(() => undefined);
  await Promise.race([leaving.catch(() => undefined), enough]);
  patience.abort();
};
