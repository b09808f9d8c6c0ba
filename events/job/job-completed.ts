import { defineEvent } from '../../src/kernel/event.ts';
import { outcome } from './common.ts';

/** Final. Every required frame was accepted. */
export const jobCompleted = defineEvent('job', 'JobCompleted', outcome);
