import { defineEvent } from '../../src/kernel/event.ts';
import { array, boolean, object } from '../../src/kernel/shape.ts';
import { count, credits, id } from '../common.ts';
import { balances, holdPart, lotId } from './common.ts';

/** The whole state of the ledger after `entries` entries: a cold start reads back to the last one of these. */
export const ledgerPeriodClosed = defineEvent(
  'ledger',
  'LedgerPeriodClosed',
  object({
    /** Entries so far, over all periods; this event is not one. */
    entries: count,
    balances,
    /** What is free in each lot. */
    lots: array(object({ lot: lotId, free: credits })),
    holds: array(object({ holdId: id, ownerId: id, n: count, parts: array(holdPart) })),
    trialGranted: boolean(),
  }),
);
