/**
 * The state of a ledger: the balances, the free and held credits of each lot, and the open parts. Lists are short
 * (kernel/limits.ts) and copied when they change; untouched members are shared with the state before.
 */
import type { Revision } from '../../src/kernel/position.ts';
import type { Balances, HoldPart } from '../../events/ledger.ts';
import type { Lot } from './lots.ts';

export type OpenHold = {
  readonly holdId: string;
  readonly ownerId: string;
  readonly n: number;
  /** Those still open, as they were held. A hold without any is gone. */
  readonly parts: readonly HoldPart[];
};

export type LedgerState = {
  readonly balances: Balances;
  /** In the order of spending; a lot with nothing free or held is gone. */
  readonly lots: readonly Lot[];
  /** In the order of holding. */
  readonly holds: readonly OpenHold[];
  /** Open parts, and allocations of open parts, over all holds. */
  readonly openParts: number;
  readonly openAllocations: number;
  readonly trialGranted: boolean;
  /**
   * Entry ids of the last `limits.ledgerGrantIdsMax` grants and refunds; other entries are idempotent by their part.
   */
  readonly grantIds: readonly string[];
  readonly lastRefund: Revision | null;
  /** Entries so far; period ends are not counted. */
  readonly entries: number;
  /** Of the last event; -1 before the first. */
  readonly revision: Revision;
};

export const initial: LedgerState = {
  balances: { paid: 0, bonus: 0, held: 0 },
  lots: [],
  holds: [],
  openParts: 0,
  openAllocations: 0,
  trialGranted: false,
  grantIds: [],
  lastRefund: null,
  entries: 0,
  revision: -1,
};
