/**
 * The months of a ledger: the sums of each kind of entry in each month. No store keeps them: a statement folds them
 * from the ledger's stream, and goes on from there (`src/application/reading/read-side.ts`).
 */
import type { Costs } from './common/views.ts';
import { type EntryKind, type LedgerEntryDocument, particularsOf } from './ledger-entries.ts';
import { isEntry, type LedgerEvent } from '../events/ledger.ts';
import { idOf } from '../src/kernel/event.ts';
import { type ProviderCost, sumOfCosts } from '../src/kernel/provider-cost.ts';
import { markOf } from '../src/kernel/projection.ts';
import { defineProjection } from './common/define.ts';

/** The number of entries, the sums of their changes of each balance, and of what providers told as their costs. */
type EntrySum = {
  readonly entries: number;
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
} & Costs;

type MonthSums = Readonly<Partial<Record<EntryKind, EntrySum>>>;

type LedgerMonthsDocument = {
  /** By `YYYY-MM` of the entries' own times, UTC; a month without entries has no member. */
  readonly months: Readonly<Record<string, MonthSums>>;
  /** The end of the ledger's chain that was counted, ends of periods included. */
  readonly asOf: { readonly revision: number; readonly hash: string };
};

export const ledgerMonthsFold = defineProjection<LedgerMonthsDocument, LedgerEvent>({
  name: 'ledger-months',
  version: 1,
  indexes: {},
  categories: ['ledger'],
  touches: (event) => [idOf(event.stream)],
  evolve: (document, event) => {
    const months = document?.months ?? {};
    const { revision, hash } = markOf(event);
    const asOf = { revision, hash };
    if (!isEntry(event)) return { months, asOf };
    const { kind, amounts, providerCosts = [] } = particularsOf(event);
    const month = event.metadata.at.slice(0, 'YYYY-MM'.length);
    const sums = months[month] ?? {};
    const sum = added(sums[kind], amounts, providerCosts);
    return { months: { ...months, [month]: { ...sums, [kind]: sum } }, asOf };
  },
});

const added = (
  sum: EntrySum | undefined,
  { paid, bonus, held }: LedgerEntryDocument['amounts'],
  costs: readonly ProviderCost[],
): EntrySum => ({
  entries: (sum?.entries ?? 0) + 1,
  paid: (sum?.paid ?? 0) + paid,
  bonus: (sum?.bonus ?? 0) + bonus,
  held: (sum?.held ?? 0) + held,
  ...costsIn(costs.length === 0 ? (sum?.providerCosts ?? []) : sumOfCosts([...(sum?.providerCosts ?? []), ...costs])),
});

const costsIn = (providerCosts: readonly ProviderCost[]): Costs =>
  providerCosts.length === 0 ? {} : { providerCosts };

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
