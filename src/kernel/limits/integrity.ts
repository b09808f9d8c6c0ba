/** Checks of the log, and audits. */
import { MINUTE, SECOND } from './units.ts';

export const integrityLimits = {
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
} as const;
