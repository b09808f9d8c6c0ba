/** Wakes answers that wait for a change. */
import type { Changes } from '../http/answers/waker.ts';
import type { Core } from './core.ts';

/**
 * Woken when the read models have moved, since waiting answers look at those. Any workspace wakes all: a look in vain
 * is cheap.
 */
export const createChanges = ({ readModels, system }: Core): Changes => {
  const waiting = new Set<() => void>();
  let looking = false;

  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    let seen = placeOf(readModels);
    while (waiting.size > 0) {
      await system.background.sleep(LOOK_EVERY_MS);
      const place = placeOf(readModels);
      if (place === seen) continue;
      seen = place;
      for (const wake of waiting) wake();
    }
    looking = false;
  };

  return Object.freeze({
    subscribe: (wake: () => void) => {
      // The same function may wait twice: each subscription is its own entry.
      const entry = (): void => wake();
      waiting.add(entry);
      look().catch(() => {
        looking = false;
      });
      return () => waiting.delete(entry);
    },
  });
};

/** Of any workspace: a shard that lags keeps no other from being seen to move. */
const placeOf = (readModels: Core['readModels']): string => readModels.positions('job').join();

const LOOK_EVERY_MS = 25;
