import { defineEvent } from '../../src/kernel/event.ts';
import { array, nullable, object, string } from '../../src/kernel/shape.ts';
import { asset, count, credits, hash } from '../common.ts';
import { attemptMembers } from './common.ts';

/**
 * The intent to make one attempt: in the log before any engine is called. The prompt as sent follows from the
 * manifest's requirement, the corrections and the additions named here; `AttemptClaimed` carries its hash.
 */
export const frameDispatched = defineEvent(
  'job',
  'FrameDispatched',
  object({
    ...attemptMembers,
    /** Counts the dispatches of this attempt that an engine refused without doing anything. */
    retry: count,
    engine: string({ maxLength: 100 }),
    seed: count,
    priceCredits: credits,
    manifestHash: hash,
    corrections: array(string({ maxLength: 500 }), { maxItems: 50 }),
    additionsHash: nullable(hash),
    previousAsset: nullable(asset),
  }),
);
