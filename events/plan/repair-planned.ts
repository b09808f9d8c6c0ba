import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { count, id, requirementIds } from '../common.ts';

/** A repair job has been queued for these frames: they take no decision until they are scored anew. */
export const repairPlanned = defineEvent(
  'plan',
  'RepairPlanned',
  object({ repairPlanId: id, n: count, jobId: id, requirementIds }),
);
