/**
 * How often a process looks how far others have come: often while readers ask, and once a second while none does. The
 * first reader that asks is not kept until the next look.
 */
import { limits } from '../../../kernel/limits.ts';

export type LookPace = {
  /** A reader asks how far a read model is. */
  readonly asked: () => void;
  /** The next look is due now. */
  readonly hurry: () => void;
  /** A look begins. */
  readonly began: () => void;
  /** How long until the next look. */
  readonly restMs: () => number;
  /** Ends the present rest. */
  readonly waking: () => AbortSignal;
};

/** `isAwaited`: whether a reader waits now. */
export const createLookPace = (isAwaited: () => boolean): LookPace => {
  let isAsked = false;
  let isResting = false;
  let waking = new AbortController();
  return Object.freeze({
    asked: () => {
      isAsked = true;
      if (isResting) waking.abort();
    },
    hurry: () => waking.abort(),
    began: () => {
      isResting = false;
      waking = new AbortController();
    },
    restMs: () => {
      isResting = !isAsked && !isAwaited();
      isAsked = false;
      return isResting ? limits.readModelDirectoryPollMs : limits.readModelPollMs;
    },
    waking: () => waking.signal,
  });
};
