/** The sums of a ledger by month and kind of entry. */
import type { Costs } from '../common/views.ts';
import type { EntryKind } from '../ledger-entries/document.ts';

/** The number of entries, the sums of their changes of each balance, and of what providers told as their costs. */
export type EntrySum = {
  readonly entries: number;
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
} & Costs;

export type MonthSums = Readonly<Partial<Record<EntryKind, EntrySum>>>;

export type LedgerMonthsDocument = {
  /** By `YYYY-MM` of the entries' own times, UTC; a month without entries has no member. */
  readonly months: Readonly<Record<string, MonthSums>>;
  /** The end of the ledger's chain that was counted, ends of periods included. */
  readonly asOf: { readonly revision: number; readonly hash: string };
};
