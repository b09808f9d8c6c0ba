import { defineEvent } from '../../src/kernel/event.ts';
import { nullable, object, oneOf } from '../../src/kernel/shape.ts';
import { asset, count, decisionRecord, evidence, id } from '../common.ts';

/**
 * An earlier manifest had this frame accepted, and how; it counts as scored here. In the append of `PlanPrepared`, one
 * event each: notes are long, and an event is small.
 */
export const frameCarried = defineEvent(
  'plan',
  'FrameCarried',
  object({
    frameIndex: count,
    requirementId: id,
    asset,
    evidence: nullable(evidence),
    acceptedBy: oneOf(['scorer', 'person']),
    decision: nullable(decisionRecord),
  }),
);
