/** A page of work that is under way looks again, as long as it is in view. */
import { isPassing } from './api.js';
import { useEffect } from './html.js';
import { sleep } from './time.js';
import { untilHidden } from './visible.js';

const LOOK_EVERY_MS = 2_000;

/**
 * @param {{ error: Error | undefined, reload: () => void }} read an answer that is no fault, or a fault that passes, is
 *   followed by another look
 * @param {unknown} value of the last answer
 * @param {boolean} isOpen whether another answer may differ
 */
export const useLookAgain = ({ error, reload }, value, isOpen) => {
  useEffect(() => {
    if (!isOpen || (error !== undefined && !isPassing(error))) return undefined;
    const ending = new AbortController();
    const look = async () => {
      await sleep(LOOK_EVERY_MS, ending.signal);
      await untilHidden(false, ending.signal);
      reload();
    };
    look().catch(() => undefined);
    return () => ending.abort();
  }, [value, error, isOpen]);
};
