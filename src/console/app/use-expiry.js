/** Pictures and films have signed addresses, which hold for an hour: a page that stays open has them anew. */
import { useEffect } from 'preact/hooks';
import { isOver, sleep } from './time.js';

const MARGIN_MS = 120_000;
/** A machine that slept looks soon after. */
const LOOK_EVERY_MS = 60_000;

/**
 * @param {readonly string[]} moments RFC 3339; the first of them counts
 * @param {() => void} reload
 */
export const useExpiry = (moments, reload) => {
  const [first] = [...moments].sort();
  useEffect(() => {
    if (first === undefined) return undefined;
    const ending = new AbortController();
    const wait = async () => {
      do await sleep(LOOK_EVERY_MS, ending.signal);
      while (!isOver(Date.parse(first) - MARGIN_MS));
      reload();
    };
    wait().catch(() => undefined);
    return () => ending.abort();
  }, [first, reload]);
};
