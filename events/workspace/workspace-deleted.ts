import { defineEvent } from '../../src/kernel/event.ts';
import { array, object } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** Nobody may act in the workspace any more: it leaves the lists of all `memberKeys`. Its assets stay. */
export const workspaceDeleted = defineEvent(
  'workspace',
  'WorkspaceDeleted',
  object({
    deletedBy: id,
    /** Everyone who could act in it, the owner included. */
    memberKeys: array(id, { minItems: 1, maxItems: 1_000 }),
  }),
);
