/** The context of each step of the demo. */
import type { Clock, Timers } from '../../ports/basics.ts';
import { type Api, BrokenPromise } from './api.ts';
import type { Report } from './events.ts';
import type { Naming } from './record/progress.ts';

export type Conversation = {
  readonly api: Api;
  readonly projectId: string;
  /** How people call a requirement. */
  readonly naming: (requirementId: string) => Naming;
  readonly report: Report;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly signal: AbortSignal;
};

const LOOK_EVERY_MS = 100;
const SETTLED_WITHIN_MS = 60_000;

/** The effects of a decision are rolled forward in the background: look until they are there. */
export const until = async <T>(
  { clock, timers, signal }: Pick<Conversation, 'clock' | 'timers' | 'signal'>,
  what: string,
  look: () => Promise<T>,
  isThere: (found: T) => boolean,
): Promise<T> => {
  const since = clock.monotonic();
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    if (clock.monotonic() - since > SETTLED_WITHIN_MS) {
      throw new BrokenPromise(`${what} did not come within ${SETTLED_WITHIN_MS / 1_000} seconds`);
    }
    await timers.sleep(LOOK_EVERY_MS, signal);
  }
};
