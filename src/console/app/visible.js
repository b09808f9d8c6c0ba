/** Whether a person may be looking at this tab. */

const isHidden = () => document.visibilityState === 'hidden';

/**
 * Resolves when the tab is `hidden`, or is not, at once where it is so already; rejects when the signal aborts.
 * @param {boolean} hidden
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export const untilHidden = async (hidden, signal) => {
  signal.throwIfAborted();
  if (isHidden() === hidden) return;
  const { promise, resolve, reject } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  const ending = new AbortController();
  const look = () => {
    if (isHidden() === hidden) resolve();
  };
  document.addEventListener('visibilitychange', look, { signal: ending.signal });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
  try {
    await promise;
  } finally {
    ending.abort();
  }
};
