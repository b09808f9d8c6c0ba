/** Child processes that make sound and moving pictures, and their work. */
import { KiB, MINUTE } from './units.ts';

export const childLimits = {
  /** Children of one process at once; one more that is short runs beside so many long ones. */
  childrenMax: 2,
  /** A job with at most this deadline is short: a scene, five minutes of music, a few pages of speech. */
  childShortDeadlineMs: 3 * MINUTE,
  /** Jobs that wait for a place in one process. */
  childWaitersMax: 64,
  /** The scheduling priority of a child: below the service, where 0 is the usual one and 19 the lowest. */
  childNiceness: 10,
  /** How often a child looks at its memory and its files. */
  childWatchMs: 100,
  /** The JSON of one answer; all that is larger is a file. */
  childAnswerBytesMax: 64 * KiB,
  /** Room on the disk that a child takes before its job: enough for any failure. */
  childAnswerReservedBytes: 4 * KiB,
  /** Of a child's last words on stderr, kept for the fault. */
  childNoteBytesMax: 2 * KiB,
  /** The JavaScript heap of the process that starts children: it has their last words, and nothing else. */
  launcherHeapMiB: 32,
  /**
   * Of a child, each half of the heap for new values. It is grown to 16 MiB otherwise, which saves no time: the work of
   * a child is in typed arrays and native code.
   */
  childSemiSpaceMiB: 2,
  /** The JavaScript heap of the watch in a child. */
  childWatchHeapMiB: 16,
} as const;
