/**
 * Arithmetic on times as text. This asks no clock: it only reads and writes the times that it is given. The one place
 * of the pure folders that may use Date.
 */
import { assert } from './faults.ts';

/** RFC 3339 UTC with milliseconds, `ms` after a given RFC 3339 time; such times compare as text. */
export const addMs = (time: string, ms: number): string => {
  const at = Date.parse(time);
  assert(!Number.isNaN(at), 'a time in the log is RFC 3339');
  return new Date(at + ms).toISOString();
};

/** The same instant as RFC 3339 UTC with milliseconds, the form that compares as text; undefined when it is no time. */
export const toUtc = (time: string): string | undefined => {
  const at = RFC_3339.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const text = new Date(at).toISOString();
  // Years past 9999 are written with a sign, and no longer compare.
  return text.length === 24 ? text : undefined;
};

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
