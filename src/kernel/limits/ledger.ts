/** Credits. */
export const ledgerLimits = {
  ledgerPeriodEvents: 1_000,
  // The next seven together keep a LedgerPeriodClosed, which carries all of it, under `eventBytesMax`.
  openHoldsPerWorkspaceMax: 200,
  openPartsPerWorkspaceMax: 1_024,
  /** A part may be taken from several lots. */
  openAllocationsPerWorkspaceMax: 1_536,
  holdPartAmountMax: 1_000_000,
  ledgerLotsMax: 64,
  ledgerIdCharsMax: 36,
  /** Ids of the last grants and refunds that a ledger knows again. */
  ledgerGrantIdsMax: 256,
  holdPartsMax: 200,
  /** As `CreditsGranted` takes it. */
  grantNoteCharsMax: 500,
  grantAmountMax: 1_000_000_000,
  trialCreditsLocal: 500,
} as const;
