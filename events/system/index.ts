/** Every event of the category `system`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { logEpochStarted } from './log-epoch-started.ts';

export { logEpochStarted };

export type SystemEvent = EventOf<typeof logEpochStarted>;
