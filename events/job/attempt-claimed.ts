import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object } from '../../src/kernel/shape.ts';
import { hash, id } from '../common.ts';
import { attemptMembers } from './common.ts';

/**
 * A dispatcher holds the attempt: this event is the lease. `epoch` rises with each claim of the same attempt key; a
 * result under an earlier epoch is refused.
 */
export const attemptClaimed = defineEvent(
  'job',
  'AttemptClaimed',
  object({
    ...attemptMembers,
    epoch: integer({ minimum: 1 }),
    holder: id,
    /** sha256 of the canonical form of what the engine is asked. */
    promptHash: hash,
  }),
);
