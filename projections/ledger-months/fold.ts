/**
 * The months of a ledger: the sums of each kind of entry in each month. No store keeps them: a statement folds them
 * from the ledger's stream, and goes on from there (`src/application/reading/stream-documents.ts`).
 */
import { isEntry, type LedgerEvent } from '../../events/ledger.ts';
import { idOf } from '../../src/kernel/event.ts';
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';
import { markOf } from '../../src/kernel/projection.ts';
import { defineProjection } from '../common/define.ts';
import type { Costs } from '../common/views.ts';
import type { LedgerEntryDocument } from '../ledger-entries/document.ts';
import { particularsOf } from '../ledger-entries/particulars.ts';
import type { EntrySum, LedgerMonthsDocument } from './document.ts';

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
