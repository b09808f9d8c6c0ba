import { defineEvent } from '../../src/kernel/event.ts';
import { array, object, string } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';
import { balances, holdPart } from './common.ts';

/** Parts of a hold were given back unspent. */
export const holdReleased = defineEvent(
  'ledger',
  'HoldReleased',
  object({
    entryId: id,
    holdId: id,
    ownerId: id,
    parts: array(holdPart, { minItems: 1, maxItems: 200 }),
    reason: string({ maxLength: 100 }),
    balances,
  }),
);
