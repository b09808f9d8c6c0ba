import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';

/** The first frames are about to be dispatched. */
export const jobStarted = defineEvent('job', 'JobStarted', object({}));
