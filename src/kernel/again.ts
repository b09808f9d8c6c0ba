/** Loops that go on after a failure, and the times of their next steps. */
import { limits } from './limits.ts';
import { addMs } from './time.ts';

export type Again = {
  readonly timers: { sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How long to wait before the next time. */
  readonly restMs: () => number;
  /** A signal that ends a wait early, made for each wait. */
  readonly waking?: () => AbortSignal;
  readonly failed: (error: unknown) => void;
};

/** Does something again and again. While it fails, a store that is away is asked, and told of, less and less often. */
export const again = async (how: Again, work: (waitedMs: number) => Promise<void>): Promise<void> => {
  const { timers, signal, restMs, waking, failed } = how;
  for (let failures = 0; !signal.aborted;) {
    const wait = failures === 0 ? restMs() : waitAfter(failures, limits.projectionBackoffMs);
    const until = waking === undefined ? signal : AbortSignal.any([signal, waking()]);
    await timers.sleep(wait, until).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await work(wait);
      failures = 0;
    } catch (error) {
      failures += 1;
      failed(error);
    }
  }
};

/** How long to wait after so many failures in a row: the last of the waits from there on. */
export const waitAfter = (failures: number, waitsMs: readonly number[]): number =>
  waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;

/** The wait until the next question: the engine's wish, within bounds. */
export const pollDelayMs = (wishedMs: number): number =>
  Math.min(Math.max(Number.isFinite(wishedMs) ? wishedMs : 0, limits.pollDelayMsMin), limits.pollDelayMsMax);

/** `round`: attempts since the delivery was asked for, or asked for again; at least one. */
export const nextAttemptAt = (attemptedAt: string, round: number): string =>
  addMs(attemptedAt, waitAfter(round, limits.deliveryBackoffMs));
