/** The only owner of the machine's timers. */
import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';
import { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';

/** Node fires a longer timer at once, with a warning; longer sleeps are taken in pieces. */
const PIECE_MS = 2 ** 31 - 1;

export type TimersOptions = {
  /** Whether the process may end while a sleep is pending: true for polling in the background. */
  readonly background?: boolean;
};

/** A fraction rounds up; 0 and less still yield to the event loop. */
export const createTimers = ({ background = false }: TimersOptions = {}): Timers => {
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const options = signal === undefined ? { ref: !background } : { ref: !background, signal };
    let left = Math.max(0, Math.ceil(ms));
    try {
      do {
        const piece = Math.min(left, PIECE_MS);
        await timeout(piece, undefined, options);
        left -= piece;
      } while (left > 0);
    } catch (error) {
      throw signal?.aborted === true
        ? new Fault('cancelled', 'the sleep was cancelled', { cause: signal.reason })
        : error;
    }
  };
  return Object.freeze({ sleep, nextTurn: async () => immediate() });
};
