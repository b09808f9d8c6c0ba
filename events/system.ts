/** The events of the service itself. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { integer, object, string } from '../src/kernel/shape.ts';
import { hash } from './common.ts';

const event = eventsOf('system');

/**
 * An operator confirmed that the log was restored from a backup: all later positions sort after the old ones. `before`:
 * the hash of the seal of the log before this event. The signature is the service's
 * (`src/application/log/log-epochs.ts`): an epoch without it counts for nothing.
 */
export const logEpochStarted = event('LogEpochStarted', {
  epoch: integer({ minimum: 1, maximum: 65_535 }),
  reason: string({ maxLength: 500 }),
  before: object({ position: string({ maxLength: 50 }), hash }),
  signature: object({ keyId: string({ maxLength: 100 }), value: string({ maxLength: 200 }) }),
});

export const systemEvents = [logEpochStarted] as const;
export type SystemEvent = EventOf<(typeof systemEvents)[number]>;
