/**
 * Arithmetic on times as text. This asks no clock: it only reads and writes the times that it is given. The one place
 * of the pure folders that may use Date.
 */
import { assert } from './faults.ts';

/** RFC 3339 UTC with milliseconds, `ms` after a given RFC 3339 time; such times compare as text. */
export const addMs = (time: string, ms: number): string => {
  const sameDay = addWithinDay(time, ms);
  if (sameDay !== undefined) return sameDay;
  const at = Date.parse(time);
  assert(!Number.isNaN(at), 'a time in the log is RFC 3339');
  return new Date(at + ms).toISOString();
};

const DAY_MS = 24 * 60 * 60 * 1_000;
const UTC_WITH_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

const twoDigits = (text: string, at: number): number => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/**
 * Read models add to the time of nearly every event, and nearly every sum stays within its day. Then only digits
 * change, at a fifth of the cost of a Date. Undefined when the sum leaves the day, or the text is no such time.
 */
const addWithinDay = (time: string, ms: number): string | undefined => {
  if (!UTC_WITH_MS.test(time)) return undefined;
  const ofDay = (twoDigits(time, 11) * 60 + twoDigits(time, 14)) * 60 + twoDigits(time, 17);
  const sum = ofDay * 1_000 + twoDigits(time, 20) * 10 + time.charCodeAt(22) - 48 + ms;
  if (!Number.isInteger(sum) || sum < 0 || sum >= DAY_MS) return undefined;
  const seconds = Math.floor(sum / 1_000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${time.slice(0, 11)}${clock}.${String(sum % 1_000).padStart(3, '0')}Z`;
};

/** The same instant as RFC 3339 UTC with milliseconds, which compares as text. Undefined when it is no time. */
export const toUtc = (time: string): string | undefined => {
  const at = RFC_3339.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const text = new Date(at).toISOString();
  // Years past 9999 are written with a sign, and no longer compare.
  return text.length === 24 ? text : undefined;
};

/**
 * The first millisecond at or after an instant. A bound of times that have milliseconds must not be cut: the entries
 * between the cut bound and the asked one would be on its other side. Undefined where `toUtc` is.
 */
export const msFrom = (time: string): string | undefined => {
  const ms = toUtc(time);
  return ms === undefined || !PAST_A_MS.test(time) ? ms : toUtc(addMs(ms, 1));
};

const PAST_A_MS = /\.\d{3}0*[1-9]/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
