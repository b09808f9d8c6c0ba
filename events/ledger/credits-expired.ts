import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object } from '../../src/kernel/shape.ts';
import { balances, ledgerId, lotId } from './common.ts';

/** What was free of a lot is gone, its date having passed. Held credits do not expire. */
export const creditsExpired = defineEvent(
  'ledger',
  'CreditsExpired',
  object({ entryId: ledgerId, lot: lotId, amount: integer({ minimum: 1 }), balances }),
);
