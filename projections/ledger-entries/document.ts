/** One entry of a ledger, as it is listed and exported. */
import type { ProviderCost } from '../../src/kernel/provider-cost.ts';
import type { OwnKeyName } from '../../events/common.ts';
import type { Balances } from '../../events/ledger.ts';

export type EntryKind = 'grant' | 'hold' | 'debit' | 'release' | 'refund' | 'expiry';

export type LedgerEntryDocument = {
  readonly entryId: string;
  readonly position: string;
  /** In its ledger, from 0; the ends of periods are counted there and not listed. */
  readonly revision: number;
  readonly kind: EntryKind;
  /**
   * The change of each balance: the amounts of all entries add up to the balances of the last. A hold moves `held`
   * alone, a debit takes from the pools and from `held`.
   */
  readonly amounts: { readonly paid: number; readonly bonus: number; readonly held: number };
  /** The job that it is about. */
  readonly jobId: string | null;
  readonly holdId: string | null;
  /** The tasks that it is about. */
  readonly requirementIds: readonly string[];
  readonly attemptKeys: readonly string[];
  /**
   * The cost, as providers told it, of all attempts behind the closed parts: a sum for each currency. An attempt counts
   * in one entry at most.
   */
  readonly providerCosts: readonly ProviderCost[];
  /** The workspace's keys at providers that the work was made under. */
  readonly ownKeys: readonly OwnKeyName[];
  /** The debit that a refund gives back. */
  readonly refundedEntryId: string | null;
  /** The note of a grant, the reason of a release or refund. */
  readonly note: string | null;
  readonly balanceAfter: Balances;
  /** Of the ledger's chain, up to and including this entry. */
  readonly hash: string;
  readonly at: string;
  readonly actor: string;
};
