/** The statement of one month of a ledger. */
import type { EntryKind } from '../ledger-entries/document.ts';
import type { EntrySum, LedgerMonthsDocument, MonthSums } from './document.ts';

type Balances = { readonly paid: number; readonly bonus: number; readonly held: number };

export type LedgerStatement = {
  readonly workspaceId: string;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly opening: Balances;
  /** One of each kind, also of kinds without an entry. */
  readonly totals: readonly (EntrySum & { readonly kind: EntryKind })[];
  readonly closing: Balances;
  readonly entries: number;
  /** The end of the chain that was counted; null for a ledger without an event. */
  readonly asOf: LedgerMonthsDocument['asOf'] | null;
};

/** In the order of a statement. */
export const entryKinds = ['grant', 'expiry', 'hold', 'release', 'debit', 'refund'] as const satisfies EntryKind[];

const NOTHING: EntrySum = { entries: 0, paid: 0, bonus: 0, held: 0 };

export const ledgerStatement = (
  document: LedgerMonthsDocument | undefined,
  workspaceId: string,
  month: string,
): LedgerStatement => {
  const months = document?.months ?? {};
  const asOf = document?.asOf ?? null;
  const before = Object.entries(months).filter(([name]) => name < month);
  const opening = sumOf(before.flatMap(([, sums]) => sumsIn(sums)));
  const totals = sumsIn(months[month] ?? {});
  const { entries, ...change } = sumOf(totals);
  const closing = balancesOf(sumOf([opening, { entries, ...change }]));
  return { workspaceId, month, opening: balancesOf(opening), totals, closing, entries, asOf };
};

const sumsIn = (sums: MonthSums) => entryKinds.map((kind) => ({ kind, ...(sums[kind] ?? NOTHING) }));

const sumOf = (sums: readonly EntrySum[]): EntrySum =>
  sums.reduce(
    (sum, { entries, paid, bonus, held }) => ({
      entries: sum.entries + entries,
      paid: sum.paid + paid,
      bonus: sum.bonus + bonus,
      held: sum.held + held,
    }),
    NOTHING,
  );

const balancesOf = ({ paid, bonus, held }: EntrySum): Balances => ({ paid, bonus, held });
