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
