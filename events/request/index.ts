/** Every event of the category `request`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { requestAnswered } from './request-answered.ts';
import { requestClaimed } from './request-claimed.ts';
import { requestReleased } from './request-released.ts';

export { requestAnswered, requestClaimed, requestReleased };

export type RequestEvent = EventOf<typeof requestAnswered | typeof requestClaimed | typeof requestReleased>;
