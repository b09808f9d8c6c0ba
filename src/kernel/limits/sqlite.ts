/** Embedded storage. */
import { MiB, SECOND } from './units.ts';

export const sqliteLimits = {
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
} as const;
