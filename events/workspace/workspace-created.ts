import { defineEvent } from '../../src/kernel/event.ts';
import { boolean, object, string } from '../../src/kernel/shape.ts';
import { id, time } from '../common.ts';

/** A workspace exists; its owner is its first member. The personal one has an id that follows from its owner. */
export const workspaceCreated = defineEvent(
  'workspace',
  'WorkspaceCreated',
  object({ name: string({ maxLength: 200 }), ownerKey: id, personal: boolean(), createdAt: time }),
);
