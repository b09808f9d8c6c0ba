import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';

/** The work will never begin; no credit was spent. */
export const mediaRefused = defineEvent('media', 'MediaRefused', object({ reason: string({ maxLength: 100 }) }));
