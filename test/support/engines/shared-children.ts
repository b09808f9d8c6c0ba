import { createTimers } from '../../../src/adapters/system/timers.ts';
import { type Children, createChildren } from '../../../src/engines/child/children.ts';

/** One for all tests of a process: they run at once, and a child has 150 MiB. */
export const sharedChildren: Children = createChildren({ background: createTimers({ background: true }) });
