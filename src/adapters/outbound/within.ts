/** Deadlines of a call. A signal's reason is always the error that the call ends with. */
import type { Timers } from '../../ports/basics.ts';
import { Refusal } from './refusal.ts';

/**
 * Gives the work a signal that aborts with refusal `timed_out` after `ms`, and with the parent. The work ends soon
 * after its signal aborts, and is waited for.
 */
export const within = async <T>(
  timers: Pick<Timers, 'sleep'>,
  ms: number,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = new AbortController();
  const done = new AbortController();
  const timer = timers.sleep(ms, done.signal).then(
    () => late.abort(new Refusal('timed_out')),
    // The work was done in time.
    () => undefined,
  );
  const signal = AbortSignal.any([parent, late.signal]);
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    done.abort();
    await timer;
  }
};

/** Rejects as soon as the signal aborts, for work that takes no signal. */
export const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const stop = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { signal: stop.signal, once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop.abort();
  }
};
