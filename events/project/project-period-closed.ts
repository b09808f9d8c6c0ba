import { defineEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { array, nullable, object, string } from '../../src/kernel/shape.ts';
import { count, hash, id } from '../common.ts';
import { claim, storyboardMembers } from './common.ts';

/** All that is known of a project so far: a cold start reads back to the last one of these. */
export const projectPeriodClosed = defineEvent(
  'project',
  'ProjectPeriodClosed',
  object({
    /** Where this event itself stands in the stream. */
    revision: count,
    /** Where the event stands that last moved script or storyboard, or made the project. */
    revised: count,
    workspaceId: id,
    name: string({ maxLength: 500 }),
    script: nullable(object({ revisionId: id, artifactHash: hash })),
    storyboard: nullable(object({ revisionId: id, ...storyboardMembers })),
    /** The number of the last claim. */
    lastClaim: count,
    /** The claim that has not ended. */
    open: nullable(claim),
    /** How often anything of the project has generated to an end. */
    generations: count,
    /** The manifest that generated last, with its jobs in the order of their claims. */
    generated: nullable(
      object({
        manifestHash: hash,
        planIds: array(id, { maxItems: limits.plansPerManifestMax }),
        jobs: array(object({ n: count, jobId: id, planId: id }), {
          maxItems: limits.plansPerManifestMax * limits.jobsPerPlanMax,
        }),
      }),
    ),
  }),
);
