import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** From here on nothing is dispatched or claimed; what is claimed finishes, is scored and settled, without a ladder. */
export const jobCancelRequested = defineEvent('job', 'JobCancelRequested', object({ requestedBy: id }));
