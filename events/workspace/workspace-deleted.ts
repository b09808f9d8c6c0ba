import { defineEvent } from '../../src/kernel/event.ts';
import { object } from '../../src/kernel/shape.ts';
import { id } from '../common.ts';

/** Nobody may act in the workspace any more. Its assets stay. */
export const workspaceDeleted = defineEvent('workspace', 'WorkspaceDeleted', object({ deletedBy: id }));
