/** The timers of the browser, and its clock, which is set by that of the service: one that is wrong does no harm. */

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

/** How far the clock of the service is ahead, by its last answer. */
let aheadMs = 0;

/** @param {string | null} date of an answer of the service, RFC 9110; a proxy may have left it out */
export const hearTime = (date) => {
  const heard = Date.parse(date ?? '');
  if (!Number.isNaN(heard)) aheadMs = heard - Date.now();
};

const present = () => Date.now() + aheadMs;

/**
 * Whether a moment of the service is over.
 * @param {number} atMs a Unix time
 */
export const isOver = (atMs) => present() >= atMs;

/** RFC 3339 */
export const now = () => new Date(present()).toISOString();

const DAY_MS = 86_400_000;

/**
 * RFC 3339
 * @param {number} days
 */
export const daysAgo = (days) => new Date(present() - days * DAY_MS).toISOString();

/**
 * Months as `2026-11`, UTC; the present one first.
 * @param {number} count
 */
export const lastMonths = (count) => {
  const today = new Date(present());
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago)).toISOString().slice(0, '2026-11'.length),
  );
};
