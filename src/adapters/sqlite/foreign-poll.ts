/** Looks every few milliseconds for appends of other processes, while the log has a follower. */
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { isFault } from '../../kernel/faults.ts';

export type ForeignPoll = {
  /** Counts a follower in; polling goes on until it is called off again. */
  join(): () => void;
  /** Resolves when no poll is under way. */
  idle(): Promise<void>;
};

/** `look` must not throw. The timers are background ones: a poll does not keep the process alive. */
export const createForeignPoll = (timers: Timers, look: () => void): ForeignPoll => {
  let followers = 0;
  let rest: AbortController | undefined;
  let polling: Promise<void> | undefined;

  const poll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await timers.sleep(limits.foreignAppendPollMs, signal);
      } catch (error) {
        if (isFault(error, 'cancelled')) return;
        throw error;
      }
      look();
    }
  };

  const leave = (): void => {
    followers -= 1;
    if (followers > 0) return;
    rest?.abort();
    rest = undefined;
  };

  return {
    join: () => {
      followers += 1;
      if (rest === undefined) {
        rest = new AbortController();
        polling = poll(rest.signal);
      }
      let joined = true;
      return () => {
        if (joined) leave();
        joined = false;
      };
    },
    idle: async () => polling,
  };
};
