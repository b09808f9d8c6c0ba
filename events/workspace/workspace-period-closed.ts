import { defineEvent } from '../../src/kernel/event.ts';
import { array, boolean, object, oneOf, string } from '../../src/kernel/shape.ts';
import { limits } from '../../src/kernel/limits.ts';
import { id, time } from '../common.ts';

/** All that is known of a workspace so far: a cold start reads back to the last one of these. */
export const workspacePeriodClosed = defineEvent(
  'workspace',
  'WorkspacePeriodClosed',
  object({
    name: string({ maxLength: 200 }),
    personal: boolean(),
    createdAt: time,
    creatorKey: id,
    /** In the order of joining. */
    members: array(object({ userKey: id, role: oneOf(['owner', 'member']) }), {
      maxItems: limits.membersPerWorkspaceMax,
    }),
  }),
);
