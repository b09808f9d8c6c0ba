import { defineEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { array, object, optional } from '../../src/kernel/shape.ts';
import { count, hash, id } from '../common.ts';

/** A later manifest has begun to generate: this plan takes no review and no repair any more. */
export const planSuperseded = defineEvent(
  'plan',
  'PlanSuperseded',
  object({
    byManifestHash: hash,
    byJobId: id,
    /**
     * The jobs of this plan, in the order of their claims: from here on the project does not know them any more. Older
     * events do not tell.
     */
    jobs: optional(array(object({ n: count, jobId: id }), { maxItems: limits.jobsPerPlanMax })),
  }),
);
