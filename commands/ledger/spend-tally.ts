/** The month's count of an audit, of its own for the same reason as the books. */
import type { LedgerEvent } from '../../events/ledger.ts';
import { must } from './audit-book.ts';

type DataOf<T extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: T }>['data'];
type Limits = Pick<DataOf<'SpendLimitsSet'>, 'monthlyCap' | 'lowAt'>;

export const createSpendTally = () => {
  const payerOf = new Map<string, string>();
  const payers = new Map<string, number>();
  let limits: Limits = { monthlyCap: null, lowAt: [] };
  let month = '';
  let debited = 0;

  const debit = (holdId: string, amount: number, at: string | undefined): void => {
    if (at === undefined || amount === 0) return;
    if (at > month) {
      [month, debited] = [at, 0];
      payers.clear();
    }
    debited += amount;
    const payer = payerOf.get(holdId);
    if (payer !== undefined) payers.set(payer, (payers.get(payer) ?? 0) + amount);
  };

  const check = ({ limits: told, spending, payers: users, holds }: DataOf<'LedgerPeriodClosed'>): void => {
    const { monthlyCap = null, lowAt = [] } = told ?? {};
    must(monthlyCap === limits.monthlyCap && lowAt.join() === limits.lowAt.join(), 'the period has other limits');
    const count = spending ?? { month: '', debited: 0 };
    must(count.month === month && count.debited === debited, 'the period has spent another amount in its month');
    const { keys, debited: amounts, holds: held } = users ?? { keys: [], debited: [], holds: [] };
    const known = keys.every((key, index) => (payers.get(key) ?? 0) === amounts[index]);
    must(known && [...payers.keys()].every((key) => keys.includes(key)), 'the period has another count of a user');
    holds.forEach(({ holdId }, index) => {
      const key = keys[held.findIndex((indexes) => indexes.includes(index))];
      must(key === payerOf.get(holdId), 'the period has another payer of a hold');
    });
  };

  return {
    hold: ({ holdId, payerKey }: DataOf<'CreditsHeld'>): void => {
      if (payerKey !== undefined) payerOf.set(holdId, payerKey);
    },
    debit,
    limit: (set: Limits): void => {
      limits = set;
    },
    /** Throws BadEntry at the first difference. */
    check,
  };
};
