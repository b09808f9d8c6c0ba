import { defineEvent } from '../../src/kernel/event.ts';
import { outcome } from './common.ts';

/** Final. The job was cancelled; what was accepted before stays accepted and paid. */
export const jobCancelled = defineEvent('job', 'JobCancelled', outcome);
