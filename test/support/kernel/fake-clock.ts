/** Time that moves only when a test moves it. */
import { setImmediate as immediate } from 'node:timers/promises';
import { Fault } from '../../../src/kernel/faults.ts';
import type { Clock, Timers } from '../../../src/ports/basics.ts';

type Sleeper = { readonly due: number; readonly order: number; readonly wake: () => void };

export type FakeClock = {
  readonly clock: Clock;
  readonly timers: Timers;
  /**
   * Moves both clocks by `ms`, waking each sleeper at its own moment. The order is that of due time, then of going to
   * sleep. The next steps of a sleeper, up to `turns` turns of the event loop, happen at that moment.
   */
  readonly advance: (ms: number, turns?: number) => Promise<void>;
  /** Moves the wall clock alone, either way, as an operator or a time server does. */
  readonly jumpWall: (ms: number) => void;
  /** How many sleeps are pending. */
  readonly sleeping: () => number;
  /** Milliseconds until the next sleeper is due, or undefined without one. */
  readonly untilNext: () => number | undefined;
};

/** `start` is the wall time in milliseconds since the epoch; the monotonic clock starts at 0. */
export const createFakeClock = (start = Date.UTC(2026, 0, 2, 3, 4, 5)): FakeClock => {
  const sleepers = new Set<Sleeper>();
  let elapsed = 0;
  let wallOffset = start;
  let order = 0;

  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true) throw cancelled(signal);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    order += 1;
    const sleeper: Sleeper = { due: elapsed + Math.max(0, Math.ceil(ms)), order, wake: resolve };
    const onAbort = (): void => reject(cancelled(signal));
    signal?.addEventListener('abort', onAbort, { once: true });
    sleepers.add(sleeper);
    try {
      await promise;
    } finally {
      sleepers.delete(sleeper);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  const next = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const one of sleepers) {
      if (first === undefined || one.due < first.due || (one.due === first.due && one.order < first.order)) first = one;
    }
    return first;
  };

  const settle = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await immediate();
  };

  const advance = async (ms: number, turns = 2): Promise<void> => {
    const end = elapsed + ms;
    await settle(turns);
    for (let sleeper = next(); sleeper !== undefined && sleeper.due <= end; sleeper = next()) {
      elapsed = Math.max(elapsed, sleeper.due);
      sleepers.delete(sleeper);
      sleeper.wake();
      await settle(turns);
    }
    elapsed = end;
  };

  return Object.freeze({
    clock: Object.freeze({ now: () => wallOffset + elapsed, monotonic: () => elapsed }),
    timers: Object.freeze({ sleep, nextTurn: async () => immediate() }),
    advance,
    jumpWall: (ms: number) => {
      wallOffset += ms;
    },
    sleeping: () => sleepers.size,
    untilNext: () => {
      const sleeper = next();
      return sleeper === undefined ? undefined : sleeper.due - elapsed;
    },
  });
};

const cancelled = (signal: AbortSignal | undefined): Fault =>
  new Fault('cancelled', 'the sleep was cancelled', { cause: signal?.reason });
