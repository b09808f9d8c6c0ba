/** Waits for what happens by itself. */
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves as soon as `holds` does; rejects when it does not within `patienceMs` of real time. */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  patienceMs = 10_000,
): Promise<void> => {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it did not come to this: ${what}`);
    await wait(2);
  }
};
