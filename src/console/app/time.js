/** The clock and the timers of the browser. */

/**
 * Rejects when the signal aborts first.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export const sleep = async (ms, signal) => {
  const { promise, resolve, reject } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  const timer = setTimeout(resolve, ms);
  const stop = () => {
    clearTimeout(timer);
    reject(new Error('aborted'));
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
};

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @param {string} at RFC 3339 */
export const dayOf = (at) => day.format(new Date(at));

/** @param {string} at RFC 3339 */
export const momentOf = (at) => moment.format(new Date(at));

/** RFC 3339 */
export const now = () => new Date().toISOString();

const DAY_MS = 86_400_000;

/**
 * RFC 3339
 * @param {number} days
 */
export const daysAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString();

/**
 * Months as `2026-11`, UTC; the present one first.
 * @param {number} count
 */
export const lastMonths = (count) => {
  const today = new Date();
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago)).toISOString().slice(0, '2026-11'.length),
  );
};
