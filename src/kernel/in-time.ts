/** A timeout for work that may take long, or for ever: a silent server above all. */

type Timers = { sleep(ms: number, signal?: AbortSignal): Promise<void> };

/** The result of the work; `otherwise` when it fails, or takes longer. It then goes on unobserved. */
export const inTime = async <T, O>(timers: Timers, ms: number, work: Promise<T>, otherwise: O): Promise<T | O> => {
  const over = new AbortController();
  const late = timers.sleep(ms, over.signal).then(
    () => otherwise,
    () => otherwise,
  );
  try {
    return await Promise.race([work.catch(() => otherwise), late]);
  } finally {
    over.abort();
  }
};
