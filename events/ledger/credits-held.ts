import { defineEvent } from '../../src/kernel/event.ts';
import { array, object } from '../../src/kernel/shape.ts';
import { count } from '../common.ts';
import { balances, holdPart, ledgerId } from './common.ts';

/**
 * Credits were set aside for paid work: one part per task, each of which closes exactly once.
 * `ownerId` is the job's id, `n` the number of the claim that the work started under (1 where it claims no project).
 */
export const creditsHeld = defineEvent(
  'ledger',
  'CreditsHeld',
  object({
    entryId: ledgerId,
    holdId: ledgerId,
    ownerId: ledgerId,
    n: count,
    parts: array(holdPart, { minItems: 1, maxItems: 200 }),
    balances,
  }),
);
