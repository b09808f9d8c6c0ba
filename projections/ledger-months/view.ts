/** The statement of one month of a ledger. */
import type { EntryKind } from '../ledger-entries/document.ts';
import type { EntrySum, LedgerMonthsDocument, MonthSums } from './document.ts';

export type LedgerStatement = ReturnType<typeof ledgerStatement>;

/** In the order of a statement. */
const entryKinds = ['grant', 'expiry', 'hold', 'release', 'debit', 'refund'] as const satisfies EntryKind[];

const NOTHING: EntrySum = { entries: 0, paid: 0, bonus: 0, held: 0 };

/** `month`: `YYYY-MM`, UTC. */
export const ledgerStatement = (document: LedgerMonthsDocument | undefined, workspaceId: string, month: string) => {
  const months = document?.months ?? {};
  /** The end of the chain that was counted; null for a ledger without an event. */
  const asOf = document?.asOf ?? null;
  const before = Object.entries(months).filter(([name]) => name < month);
  const opening = sumOf(before.flatMap(([, sums]) => sumsIn(sums)));
  const totals = sumsIn(months[month] ?? {});
  const { entries, ...change } = sumOf(totals);
  const closing = balancesOf(sumOf([opening, { entries, ...change }]));
  return { workspaceId, month, opening: balancesOf(opening), totals, closing, entries, asOf };
};

/** One of each kind, also of kinds without an entry. */
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

const balancesOf = ({ paid, bonus, held }: EntrySum) => ({ paid, bonus, held });
