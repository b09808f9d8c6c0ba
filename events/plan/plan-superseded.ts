import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { hash, id } from '../common.ts';

/** A later manifest has begun to generate: this plan takes no review and no repair any more. */
export const planSuperseded = defineEvent('plan', 'PlanSuperseded', object({ byManifestHash: hash, byJobId: id }));
