import { defineEvent } from '../../src/kernel/event.ts';
import { array, object, string } from '../../src/kernel/shape.ts';
import { balances, holdPart, ledgerId } from './common.ts';

/** Parts of a hold were given back unspent. */
export const holdReleased = defineEvent(
  'ledger',
  'HoldReleased',
  object({
    entryId: ledgerId,
    holdId: ledgerId,
    ownerId: ledgerId,
    parts: array(holdPart, { minItems: 1, maxItems: 200 }),
    reason: string({ maxLength: 100 }),
    balances,
  }),
);
