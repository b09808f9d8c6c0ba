import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, object, oneOf, string } from '../../src/kernel/shape.ts';
import { id, time } from '../common.ts';

/**
 * A user may act in the workspace from here on, or has another role from here on. What the user's own list of
 * workspaces shows is named here: that list is one of a user, and reads no other stream.
 */
export const memberAdded = defineEvent(
  'workspace',
  'MemberAdded',
  object({
    userKey: id,
    role: oneOf(['owner', 'member']),
    workspace: object({ name: string({ maxLength: 200 }), personal: boolean(), createdAt: time }),
  }),
);
