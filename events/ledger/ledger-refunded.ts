import { defineEvent } from '../../src/kernel/event.ts';
import { array, integer, object, string } from '../../src/kernel/shape.ts';
import { allocation, balances, ledgerId } from './common.ts';

/** Debited credits were given back by an administrator. */
export const ledgerRefunded = defineEvent(
  'ledger',
  'LedgerRefunded',
  object({
    entryId: ledgerId,
    refundedEntryId: ledgerId,
    amount: integer({ minimum: 1 }),
    allocations: array(allocation, { maxItems: 200 }),
    reason: string({ maxLength: 500 }),
    balances,
  }),
);
