/** The answer of credits/summary. */
import type { CreditSummaryDocument } from './document.ts';

/** Also for a workspace without a ledger: `undefined` has nothing. */
export const creditSummary = (document: Pick<CreditSummaryDocument, 'paid' | 'bonus' | 'held'> | undefined) => {
  const { paid, bonus, held } = document ?? { paid: 0, bonus: 0, held: 0 };
  const total = paid + bonus;
  return { ok: true, credits: { paid, bonus, total, held, available: total - held } };
};
