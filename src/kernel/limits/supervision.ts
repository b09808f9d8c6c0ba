/** Open work, and when the supervisor carries it on. */
import { MINUTE, SECOND } from './units.ts';

export const supervisionLimits = {
  superviseEveryMs: 500,
  /** How often it is looked for work of a process whose clock is ahead. */
  superviseAheadEveryMs: 5 * SECOND,
  /** How far ahead the clock of another process may be before its work is carried on without it. */
  clockAheadToleratedMs: 1 * MINUTE,
  /** How long the step after an event may take before the supervisor takes it. */
  stepGraceMs: 2 * SECOND,
  /** The same for a score. */
  scoreGraceMs: 10 * SECOND,
  openWorkPageMax: 200,
  /** Tries of steps that a process remembers, of which half are always there: 10,000 may wait at once. */
  openWorkRememberedMax: 40_000,
  /** How long a document that was tried is left alone, doubling from try to try. */
  openWorkRetryMinMs: 1 * SECOND,
  openWorkRetryMaxMs: 30 * SECOND,
  /** How long a request may stay claimed before the supervisor takes it over. */
  requestClaimGraceMs: 3 * SECOND,
} as const;
