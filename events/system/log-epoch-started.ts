import { defineEvent } from '../../src/kernel/event.ts';
import { integer, object, string } from '../../src/kernel/shape.ts';

/** An operator confirmed that the log was restored from a backup: all later positions sort after the old ones. */
export const logEpochStarted = defineEvent(
  'system',
  'LogEpochStarted',
  object({ epoch: integer({ minimum: 1, maximum: 65_535 }), reason: string({ maxLength: 500 }) }),
);
