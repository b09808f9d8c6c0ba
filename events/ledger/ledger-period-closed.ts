import { defineEvent } from '../../src/kernel/event.ts';
import { array, boolean, integer, nullable, object } from '../../src/kernel/shape.ts';
import { count, credits } from '../common.ts';
import { balances, ledgerId, lotId } from './common.ts';

/**
 * The whole state of the ledger after `entries` entries: a cold start reads back to the last one of these.
 * Written tightly, since it must fit one event whatever is open.
 */
export const ledgerPeriodClosed = defineEvent(
  'ledger',
  'LedgerPeriodClosed',
  object({
    /** Entries so far, over all periods; this event is not one. */
    entries: count,
    /** Where this event itself stands in the stream. */
    revision: count,
    balances,
    /** What is free in each lot that has anything free or held, in the order of spending. */
    lots: array(object({ lot: lotId, free: credits })),
    holds: array(
      object({
        holdId: ledgerId,
        ownerId: ledgerId,
        n: count,
        /** `allocations`: index of a lot above, amount, index, amount and so on. */
        parts: array(object({ partId: ledgerId, allocations: array(integer({ minimum: 0 })) })),
      }),
    ),
    trialGranted: boolean(),
    /** Entry ids of the last grants and refunds, oldest first. */
    grantIds: array(ledgerId),
    /** Revision of the last refund. */
    lastRefund: nullable(count),
  }),
);
