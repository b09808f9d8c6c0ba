import { defineEvent } from '../../src/kernel/event.ts';
import { array, integer, object, string } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';
import { allocation, balances } from './common.ts';

/** Debited credits were given back by an administrator. */
export const ledgerRefunded = defineEvent(
  'ledger',
  'LedgerRefunded',
  object({
    entryId: id,
    refundedEntryId: id,
    amount: integer({ minimum: 1 }),
    allocations: array(allocation, { maxItems: 200 }),
    reason: string({ maxLength: 500 }),
    balances,
  }),
);
