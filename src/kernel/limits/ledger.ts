/** Credits. */
import { KiB } from './units.ts';

export const ledgerLimits = {
  /** Keys of a workspace at providers that one entry names; work under more of them names these. */
  ownKeysPerEntryMax: 20,
  ledgerPeriodEvents: 1_000,
  // The next nine together keep a LedgerPeriodClosed, which carries all of it, under `eventBytesMax`.
  openHoldsPerWorkspaceMax: 200,
  openPartsPerWorkspaceMax: 1_024,
  /** A part may be taken from several lots. */
  openAllocationsPerWorkspaceMax: 1_536,
  holdPartAmountMax: 1_000_000,
  ledgerLotsMax: 64,
  ledgerIdCharsMax: 36,
  /** Users whose tokens have a cap, in one month of one ledger. */
  ledgerPayersMax: 64,
  creditsLowThresholdsMax: 8,
  /** Ids of the last grants and refunds that a ledger knows again. */
  ledgerGrantIdsMax: 256,
  holdPartsMax: 200,
  /** As `CreditsGranted` takes it. */
  grantNoteCharsMax: 500,
  grantAmountMax: 1_000_000_000,
  refundReasonCharsMax: 500,
  /** Refunds of one ledger that wait for each other in a process. */
  refundsWaitingMax: 100,
  /** How often a refund reads its evidence anew, where other processes come in between. */
  refundTriesMax: 3,
  /** Characters of an export that are sent at once; one line more, at most. */
  ledgerExportChunkChars: 64 * KiB,
  trialCreditsLocal: 500,
} as const;
