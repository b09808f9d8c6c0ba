/**
 * A thread that is stuck says nothing, also not that its deadlines have passed. Looked at so far apart that every call
 * of one look must have ended before the next one.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';

export type SilenceWatch = {
  readonly background: Pick<Timers, 'sleep'>;
  /** In which every call that is owed an answer must be over. */
  readonly answerMaxMs: number;
  /** How often the thread has said something. */
  readonly said: { readonly times: number };
  /** Whether there is something that must have an answer by the next look. */
  readonly isOwed: () => boolean;
  readonly signal: AbortSignal;
};

/** Resolves with the message for a stuck thread, with undefined when the signal aborts. */
export const watchSilence = async (watch: SilenceWatch): Promise<Error | undefined> => {
  const { background, answerMaxMs, said, isOwed, signal } = watch;
  let owed = false;
  try {
    for (let before = said.times; ; before = said.times) {
      await background.sleep(answerMaxMs, signal);
      if (owed && said.times === before) {
        // Where the whole process was paused the thread has had no time yet.
        await background.sleep(limits.threadSilenceGraceMs, signal);
        if (said.times === before) return new Error('the thread is stuck: it says nothing past all deadlines');
      }
      owed = isOwed();
    }
  } catch (error) {
    if (isFault(error, 'cancelled')) return undefined;
    throw error;
  }
};
