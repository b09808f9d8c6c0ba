/** EventStoreDB. */
import { SECOND } from './units.ts';

export const eventStoreDbLimits = {
  /** For one answer: longer than the server itself waits for a commit, which is 2 s. */
  eventStoreDeadlineMs: 5 * SECOND,
  /** How long a node may take to say which nodes there are; below the deadline of a call. */
  eventStoreGossipMs: 2 * SECOND,
  /** The client warns about shorter intervals. */
  eventStoreKeepAliveMs: 10 * SECOND,
  eventStoreKeepAliveTimeoutMs: 5 * SECOND,
  /** Failures in a row after which a new client is tried, and unanswered appends after which a new call is. */
  eventStoreFailuresMax: 3,
  /** Times that a call which was sent on to another leader is made again, each after a longer wait. */
  eventStoreLeaderRetriesMax: 3,
  eventStoreLeaderRetryMs: 50,
  /**
   * The server's own page: a read of no more is over with the first one. Of larger reads a process has one under way at
   * a time (decision 0042).
   */
  eventStoreSmallReadEventsMax: 32,
  /** Events of the log that are read at once. */
  eventStorePageEventsMax: 500,
  /** Times that a read which had no answer within its deadline is asked again. */
  eventStoreReadRetriesMax: 1,
  /** The same of a read that may search the events of others; the last one waits 64 deadlines. */
  eventStoreSearchRetriesMax: 6,
  /** While events come: from one page to the next. Shorter waits make more work of fewer events. */
  feedPageEveryMs: 10,
  /** Empty pages in a row after which a subscription waits for the next event; also the number after drops. */
  feedQuietPages: 5,
  feedQuietPagesMax: 320,
  /** How often a quiet log is looked at for an event that the server has not told of. */
  feedWatchMs: 5 * SECOND,
  /** How long a new log epoch may go unseen by a process that does not follow the log. */
  logEpochLookMs: 1 * SECOND,
} as const;
