/** The answer of credits/summary. */
import type { CreditSummaryDocument } from './document.ts';

export type CreditSummary = {
  readonly ok: true;
  readonly credits: {
    readonly paid: number;
    readonly bonus: number;
    readonly total: number;
    readonly held: number;
    readonly available: number;
  };
};

/** Also for a workspace without a ledger: `undefined` has nothing. */
export const creditSummary = (
  document: Pick<CreditSummaryDocument, 'paid' | 'bonus' | 'held'> | undefined,
): CreditSummary => {
  const { paid, bonus, held } = document ?? { paid: 0, bonus: 0, held: 0 };
  const total = paid + bonus;
  return { ok: true, credits: { paid, bonus, total, held, available: total - held } };
};
