/** Read model `credit-summary`: one document per workspace, from the last entry of its ledger. */
import { markOf, type StreamMark } from '../src/kernel/projection.ts';
import { idOf } from '../src/kernel/event.ts';
import type { LedgerEvent } from '../events/ledger.ts';
import { defineProjection } from './common/define.ts';

export type CreditSummaryDocument = {
  readonly workspaceId: string;
  /** Held credits included. */
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
  readonly updatedAt: string;
  readonly mark: StreamMark;
};

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

/** Also for a workspace without a ledger: `undefined` has nothing. */
export const creditSummary = (document: Pick<CreditSummaryDocument, 'paid' | 'bonus' | 'held'> | undefined) => {
  const { paid, bonus, held } = document ?? { paid: 0, bonus: 0, held: 0 };
  const total = paid + bonus;
  return { ok: true, credits: { paid, bonus, total, held, available: total - held } };
};
