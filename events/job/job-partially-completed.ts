import { defineEvent } from '../../src/kernel/event.ts';
import { outcome } from './common.ts';

/** Final. Some required frames were accepted and some were not. */
export const jobPartiallyCompleted = defineEvent('job', 'JobPartiallyCompleted', outcome);
