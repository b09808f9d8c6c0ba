/** Timers whose sleeps last one turn of the event loop, however long they are asked to be. */
import { setImmediate as immediate } from 'node:timers/promises';
import { Fault } from '../../../src/kernel/faults.ts';
import type { Timers } from '../../../src/ports/basics.ts';

export type HastyTimers = Timers & {
  /** The calls of `sleep`, in milliseconds, in order. */
  readonly slept: readonly number[];
};

export const createHastyTimers = (): HastyTimers => {
  const slept: number[] = [];
  return Object.freeze({
    slept,
    sleep: async (ms: number, signal?: AbortSignal) => {
      slept.push(ms);
      await immediate();
      if (signal?.aborted === true) throw new Fault('cancelled', 'the sleep was cancelled');
    },
    nextTurn: async () => immediate(),
  });
};
