import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, integer, object, string } from '../../src/kernel/shape.ts';
import { balances, ledgerId, lotId } from './common.ts';

/** Credits were added to a lot. `trial` marks the one grant that a personal workspace starts with. */
export const creditsGranted = defineEvent(
  'ledger',
  'CreditsGranted',
  object({
    entryId: ledgerId,
    lot: lotId,
    amount: integer({ minimum: 1 }),
    note: string({ maxLength: 500 }),
    trial: boolean(),
    balances,
  }),
);
