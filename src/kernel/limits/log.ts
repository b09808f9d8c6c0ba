/** Commands, the log, and the part of it that stays in memory. */
import { KiB, MiB, SECOND } from './units.ts';

export const logLimits = {
  eventBytesMax: 128 * KiB,
  appendBytesMax: 768 * KiB,
  /** Commands that are decided and appended in one go. */
  roundCommandsMax: 256,
  /** Turns of the event loop for which a round waits for more of them. */
  roundGatherTurnsMax: 4,
  /** Commands that may wait for one stream; more are answered `unavailable`. */
  streamQueueMax: 4_096,
  /** Times that a round is decided again on a conflict before it is given up as `unavailable`. */
  conflictRetriesMax: 16,
  /** Times that an append of unknown outcome is sent again before its callers are told `outcome_unknown`. */
  ambiguousRetriesMax: 8,
  /** The same by time, for a store that is silent: each look at it lasts as long as its deadlines. */
  ambiguousPatienceMs: 15 * SECOND,
  /** Waits between looks for an append of unknown outcome; the last one repeats. */
  settleBackoffMs: [20, 50, 100, 200, 500, 1 * SECOND],
  /** Characters of the events that the folded streams in memory were folded from. */
  stateCacheCharsMax: 32 * MiB,
  /** The weight of a stream in memory beside its events: it bounds them to 32,768 streams. */
  statePlaceChars: 1 * KiB,
  /** Streams of which the embedded log remembers the head. */
  headCacheStreamsMax: 4_096,
  /** Workspaces whose last own append is remembered one by one; the others share the latest of theirs. */
  lastAppendedMax: 10_000,
  /** Events just encoded that need not be parsed and checked again when they come back from the store. */
  freshEventsMax: 1_024,
  /** Events that a feed gives at once. */
  feedBatchEventsMax: 1_000,
} as const;
