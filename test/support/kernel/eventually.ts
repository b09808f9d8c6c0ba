/** Waits for what happens by itself. */
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS_MIN = 2;
const LOOK_MS_MAX = 100;
/** Looks cost what they look at its time: the longer it takes, the rarer they are. */
const LOOKS_PER_WAIT = 10;

/**
 * Resolves soon after `holds` does; rejects when it does not within `patienceMs` of real time. A look that fails shows
 * that it does not hold yet; the error of the last look is the cause of the rejection.
 */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = 30_000,
): Promise<void> => {
  const begun = performance.now();
  for (;;) {
    let cause: unknown;
    try {
      if (await holds()) return;
    } catch (error) {
      cause = error;
    }
    const waited = performance.now() - begun;
    if (waited > patienceMs) throw new Error(`it did not come to this: ${what}`, { cause });
    await wait(Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, waited / LOOKS_PER_WAIT)));
  }
};

/** Makes a call again and again until it succeeds. */
export const untilItSucceeds = async (what: string, call: () => Promise<unknown>, patienceMs?: number): Promise<void> =>
  eventually(
    what,
    async () => {
      await call();
      return true;
    },
    patienceMs,
  );
