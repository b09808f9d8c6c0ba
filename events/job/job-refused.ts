import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';
import { count } from '../common.ts';

/** The start under claim `n` came to nothing; no credit was spent. A later claim may still queue the job. */
export const jobRefused = defineEvent('job', 'JobRefused', object({ n: count, reason: string({ maxLength: 100 }) }));
