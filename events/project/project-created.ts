import { defineEvent } from '../../src/kernel/event.ts';
import { object, string } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** A project exists in its workspace. */
export const projectCreated = defineEvent(
  'project',
  'ProjectCreated',
  object({ workspaceId: id, name: string({ maxLength: 500 }) }),
);
