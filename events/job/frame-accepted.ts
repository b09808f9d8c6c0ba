import { defineEvent } from '../../src/kernel/event.ts';
import { array, object, oneOf } from '../../src/kernel/shape.ts';
import { credits, hash, id } from '../common.ts';
import { attemptMembers } from './common.ts';

/** The frame is good: frozen from here on, and paid for. `attemptKeys` are the attempts that the charge is for. */
export const frameAccepted = defineEvent(
  'job',
  'FrameAccepted',
  object({
    ...attemptMembers,
    by: oneOf(['scorer', 'person']),
    assetHash: hash,
    creditsCharged: credits,
    attemptKeys: array(id, { maxItems: 50 }),
  }),
);
