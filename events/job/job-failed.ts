import { defineEvent } from '../../src/kernel/event.ts';
import { outcome } from './common.ts';

/** Final. No required frame was accepted. */
export const jobFailed = defineEvent('job', 'JobFailed', outcome);
