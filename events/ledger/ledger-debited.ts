import { defineEvent } from '../../src/kernel/event.ts';
import { array, object } from '../../src/kernel/shape.ts';
import { credits, id } from '../common.ts';
import { allocation, balances, ledgerId } from './common.ts';

/** A part of a hold was spent: `amount` of it is gone, what was left of the part is back in its lots. */
export const ledgerDebited = defineEvent(
  'ledger',
  'LedgerDebited',
  object({
    entryId: ledgerId,
    holdId: ledgerId,
    ownerId: ledgerId,
    partId: ledgerId,
    amount: credits,
    debited: array(allocation, { maxItems: 200 }),
    returned: array(allocation, { maxItems: 200 }),
    /** The attempts that this entry pays for. */
    attemptKeys: array(id, { maxItems: 50 }),
    balances,
  }),
);
