/** Workspaces. */
import { limits } from '../../../kernel/limits.ts';
import { boolean, named, object, oneOf } from '../../../kernel/shape.ts';
import { nameOf, pageOf, text, time, workspaceId, yes } from './common.ts';

const workspace = named(
  'Workspace',
  object({
    id: workspaceId,
    name: text('Night Shift Pictures'),
    role: named('WorkspaceRole', oneOf(['owner', 'member'])),
    personal: boolean({ description: 'made at the first request of its owner' }),
    createdAt: time,
  }),
);

export const workspaceRequest = named('WorkspaceRequest', object({ name: nameOf(limits.workspaceNameCharsMax) }));

export const workspacePage = pageOf('WorkspacePage', 'workspaces', workspace);
export const oneWorkspace = named('WorkspaceAnswer', object({ ok: yes, workspace }));
export const workspaceDeleted = named('WorkspaceDeleted', object({ ok: yes, nextWorkspaceId: workspaceId }));
