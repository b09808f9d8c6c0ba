/** Looks every few milliseconds for appends of other processes, while the log has a follower. */
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';

/** Counts a follower in; returns how to leave, once. */
export type ForeignPoll = () => () => void;

/** `broken`: of a `look` that throws. The timers are background ones: a poll does not keep the process alive. */
export const createForeignPoll = (timers: Timers, look: () => void, broken: (error: unknown) => void): ForeignPoll => {
  let followers = 0;
  let rest: AbortController | undefined;

  const poll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await timers.sleep(limits.foreignAppendPollMs, signal).catch(() => undefined);
      if (!signal.aborted) look();
    }
  };

  const leave = (): void => {
    followers -= 1;
    if (followers > 0) return;
    rest?.abort();
    rest = undefined;
  };

  return () => {
    followers += 1;
    if (rest === undefined) {
      rest = new AbortController();
      poll(rest.signal).catch(broken);
    }
    return leave;
  };
};
