/** The only owner of the machine's timers. */
import { setImmediate as immediate } from 'node:timers/promises';
import { Fault, isFault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';

/** Node fires a longer timer at once, with a warning; longer sleeps are taken in pieces. */
const PIECE_MS = 2 ** 31 - 1;

export type TimersOptions = {
  /** Whether the process may end while a sleep is pending: true for polling in the background. */
  readonly background?: boolean;
};

/**
 * A fraction rounds up; 0 and less still yield to the event loop. Cancelled sleeps are the rule (every deadline that
 * was kept is one), so they are kept cheap: `node:timers/promises` makes two errors each.
 */
export const createTimers = ({ background = false }: TimersOptions = {}): Timers => {
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      let left = Math.max(0, Math.ceil(ms));
      let timer: NodeJS.Timeout | undefined;
      const cancel = (): void => {
        clearTimeout(timer);
        reject(cancelled(signal?.reason));
      };
      const next = (): void => {
        const piece = Math.min(left, PIECE_MS);
        left -= piece;
        timer = setTimeout(left > 0 ? next : end, piece);
        if (background) timer.unref();
      };
      const end = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      if (signal?.aborted === true) {
        cancel();
        return;
      }
      signal?.addEventListener('abort', cancel, { once: true });
      next();
    });
  return Object.freeze({ sleep, nextTurn: async () => immediate() });
};

/** The reason itself where it is such a fault. Else one without a stack, which costs more than all else about it. */
const cancelled = (cause: unknown): Fault => {
  if (isFault(cause, 'cancelled')) return cause;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const fault = new Fault('cancelled', 'the sleep was cancelled', { cause });
  Error.stackTraceLimit = stackTraceLimit;
  return fault;
};
