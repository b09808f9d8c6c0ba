import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { count } from '../common.ts';

/** Final: nothing rendered, everything was given back. */
export const mediaFailed = defineEvent('media', 'MediaFailed', object({ failed: count }));
