/** Time limits of work that takes a signal. A signal's reason is always the error that the work ends with. */

type Limit = {
  readonly timers: { sleep(ms: number, signal?: AbortSignal): Promise<void> };
  readonly ms: number;
  /** The error of work that takes longer. */
  readonly late: () => Error;
  /** Aborts the work, too. */
  readonly parent?: AbortSignal;
};

/** The work ends soon after its signal aborts, and is waited for. However it puts that, the reason is thrown. */
export const within = async <T>(
  { timers, ms, late, parent }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const done = new AbortController();
  const timer = timers.sleep(ms, done.signal).then(
    () => over.abort(late()),
    // The work was done in time.
    () => undefined,
  );
  const signal = parent === undefined ? over.signal : AbortSignal.any([parent, over.signal]);
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    done.abort();
    await timer;
  }
};

/** Rejects as soon as the signal aborts, for work that takes no signal and goes on unobserved. */
export const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};
