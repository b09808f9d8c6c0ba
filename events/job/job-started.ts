import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { requirementIds } from '../common.ts';

/**
 * The first frames are about to be dispatched. `leftOut` names requirements of a repair that a person accepted before
 * it began: they are not part of the job any more.
 */
export const jobStarted = defineEvent('job', 'JobStarted', object({ leftOut: requirementIds }));
