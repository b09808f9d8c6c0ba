/**
 * Finds silent consumers: kafkajs was seen to stop fetching without an error (its issues 659, 1513). A member is silent
 * when the group has not heard of it for long. So is one that received nothing for long although records wait and there
 * is room.
 */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';

export type Watch = {
  /** The group has heard of this member. */
  beat(): void;
  /** Records came, or there is room for them only now. */
  taken(): void;
  /** Resolves with a reason once it is silent; never when the signal aborts first. */
  silence(
    timers: Timers,
    signal: AbortSignal,
    isFull: () => boolean,
    isBehind: () => Promise<boolean>,
  ): Promise<unknown>;
};

export const createWatch = (clock: Pick<Clock, 'monotonic'>): Watch => {
  let beatAt = 0;
  let takenAt = 0;
  const beat = (): void => {
    beatAt = clock.monotonic();
  };
  const taken = (): void => {
    takenAt = clock.monotonic();
  };

  const isSilent = async (isFull: () => boolean, isBehind: () => Promise<boolean>): Promise<boolean> => {
    const now = clock.monotonic();
    if (now - beatAt >= limits.kafkaSilenceMaxMs) return true;
    if (isFull() || now - takenAt < limits.kafkaSilenceMaxMs) return false;
    if (await isBehind()) return true;
    // Nothing waits: the next look at the server is due when it has been quiet for as long again.
    taken();
    return false;
  };

  return Object.freeze({
    beat,
    taken,
    silence: async (
      timers: Timers,
      signal: AbortSignal,
      isFull: () => boolean,
      isBehind: () => Promise<boolean>,
    ): Promise<unknown> => {
      beat();
      taken();
      while (!signal.aborted) {
        await timers.sleep(limits.kafkaWatchEveryMs, signal).catch(() => undefined);
        // A server that does not answer is no sign that we are deaf: it is the session's to notice.
        const silent = !signal.aborted && (await isSilent(isFull, isBehind).catch(() => false));
        if (silent && !signal.aborted) return new Fault('unavailable', 'the consumer hears nothing any more');
      }
      return new Promise(() => undefined);
    },
  });
};
