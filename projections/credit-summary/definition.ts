/** Read model `credit-summary`: one document per workspace, from its ledger. */
import { idOf } from '../../src/kernel/event.ts';
import { markOf } from '../../src/kernel/projection.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { defineProjection } from '../common/define.ts';
import type { CreditSummaryDocument } from './document.ts';

export const creditSummaryProjection = defineProjection<CreditSummaryDocument, LedgerEvent>({
  name: 'credit-summary',
  version: 1,
  indexes: {},
  categories: ['ledger'],
  touches: (event) => [idOf(event.stream)],
  // Every entry carries the balances after it, and so does the end of a period.
  evolve: (_, event, workspaceId) => {
    const { bonus, held, paid } = event.data.balances;
    return { bonus, held, mark: markOf(event), paid, updatedAt: event.metadata.at, workspaceId };
  },
});
