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
  /** The user, where its token has a cap. */
  readonly payerKey?: string;
  /** Those still open, as they were held. A hold without any is gone. */
  readonly parts: readonly HoldPart[];
};

/** The bounds that the workspace has set; see `SpendLimitsSet`. */
export type SpendLimits = { readonly monthlyCap: number | null; readonly lowAt: readonly number[] };

/** Credits debited in the newest month with a debit. */
export type Spending = {
  /** Empty before the first debit. */
  readonly month: string;
  readonly debited: number;
  /** Users whose tokens have a cap, in the order of their last debit. */
  readonly payers: readonly { readonly key: string; readonly debited: number }[];
};

export const NOTHING_SPENT: Spending = { month: '', debited: 0, payers: [] };
export const NO_LIMITS: SpendLimits = { monthlyCap: null, lowAt: [] };

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
  readonly limits: SpendLimits;
  /** The workspace has ended. */
  readonly closed: boolean;
  readonly spending: Spending;
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
  limits: NO_LIMITS,
  closed: false,
  spending: NOTHING_SPENT,
  entries: 0,
  revision: -1,
};
