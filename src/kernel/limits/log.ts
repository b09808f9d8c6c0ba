/** Commands, the log with its checks, and the stores. */
import { KiB, MiB, MINUTE, SECOND } from './units.ts';

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

  // Checks of the log, and audits.
  /** Streams whose last hash a check of the log remembers; for others the event before is read again. */
  verifiedStreamsMax: 50_000,
  /** A start checks logs of so many events as a whole before it serves, and longer ones in the background. */
  startVerifyEventsMax: 100_000,
  /** Between two batches of the check in the background, and between two checks of new events. */
  verifyRestMs: 10,
  /** The same while paid work waits for the check of a long log. */
  verifyProofRestMs: 1,
  /** How long a stop waits until the last appends are sealed. */
  sealAtStopMs: 2 * SECOND,
  verifyEveryMs: 1 * MINUTE,
  /** How long a log may end before its mark: longer than a leader that lost its followers takes itself for one. */
  verifyAgainMs: 15 * SECOND,
  /** Events of such a batch: a few milliseconds of the event loop. */
  verifyBatchEventsMax: 250,
  /** Before the check goes on after a store did not answer. */
  verifyRetryMs: 1 * SECOND,
  /** Ledgers that an audit follows in one walk over the log; it walks again for more. */
  auditLedgersMax: 10_000,
  /** Findings of each check that an audit lists; it counts the others. */
  auditFindingsMax: 100,
  /** Objects that a full audit reads at once, and those looked at last that it does not read again. */
  auditObjectsAtOnce: 4,
  auditObjectsKnownMax: 100_000,
  /** Documents that were written while an audit looked at them, and that it looks at again together. */
  auditMovedDocumentsMax: 200,
  /** Leaves of a tile of the tree over the log, as a power of two: a proof reads one tile again. */
  treeTileHeight: 8,
  /** How long a checkpoint waits for the tree, which a process makes of the whole log at first. */
  checkpointWaitMs: 20 * SECOND,

  // Embedded storage.
  sqliteRetryMs: 2,
  sqliteBusyMaxMs: 30 * SECOND,
  /** In which a thread that writes must have answered: others may hold the lock for half of it. */
  sqliteAnswerMaxMs: 60 * SECOND,
  /** Statements that a writer keeps prepared: a few for each collection. */
  statementsKeptMax: 256,
  groupCommitAppendsMax: 512,
  groupCommitBytesMax: 8 * MiB,
  /** Events just committed that live readers are given without a look at the disk. */
  feedTailEventsMax: 8_192,
  feedTailBytesMax: 32 * MiB,
  /** Rows that one look at the disk may pass over before the event loop gets its turn. */
  feedScanRowsMax: 10_000,
  foreignAppendPollMs: 10,
  checkpointEveryMs: 100,

  // EventStoreDB.
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

  // MongoDB.
  /** How long a call waits for a node that takes writes. After so long without one, calls fail at once. */
  mongoSelectMs: 3 * SECOND,
  mongoConnectMs: 3 * SECOND,
  /** A node that does not answer is given up after this and `mongoConnectMs`. */
  mongoHeartbeatMs: 1 * SECOND,
  mongoConnectionsMax: 64,
  mongoReadMaxMs: 10 * SECOND,
  /** Rebuilds write many documents at once. */
  mongoWriteMaxMs: 30 * SECOND,
  /** A late index over many documents takes a while; the server goes on with it after the timeout. */
  mongoDeclareMaxMs: 2 * MINUTE,
  /** Waits of a transaction that met another one; the last one repeats. */
  mongoRetryMs: [2, 5, 10, 20, 50, 100, 200, 400, 500],
  /** A transaction of this service that rests for so long has lost its process. */
  mongoOrphanIdleMs: 1 * SECOND,
  /** Text of documents that one transaction takes: the server keeps it in its cache, of 256 MiB at the least. */
  mongoBatchBytesMax: 8 * MiB,
  /** Documents that a scan takes at once. */
  mongoScanDocumentsMax: 200,
  /** The text of a document; the server takes 16 MiB with all that belongs to it. */
  documentBytesMax: 15 * MiB,
} as const;
