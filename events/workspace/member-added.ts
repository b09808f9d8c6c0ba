import { defineEvent } from '../../src/kernel/event.ts';
import { object, oneOf } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** A user may act in the workspace from here on. */
export const memberAdded = defineEvent(
  'workspace',
  'MemberAdded',
  object({ userKey: id, role: oneOf(['owner', 'member']) }),
);
