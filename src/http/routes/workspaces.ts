import { refused } from '../../application/calls/result.ts';
import { createCreateWorkspace } from '../../application/tenancy/create-workspace.ts';
import { createDeleteWorkspace } from '../../application/tenancy/delete-workspace.ts';
import { createListWorkspaces } from '../../application/tenancy/list-workspaces.ts';
import { limits } from '../../kernel/limits.ts';
import { workspaceIdPattern } from '../contract/ids.ts';
import * as declared from '../contract/operations/workspaces.ts';
import { pageOf } from './page.ts';
import { plain, reads, type Route, stored } from './route.ts';

export const workspaceRoutes: readonly Route[] = [
  reads(declared.listWorkspaces, createListWorkspaces, async (list, { caller, query, fresh }) =>
    list(caller, pageOf(query.limit, query.cursor, limits.workspacesPageSizeMax), fresh),
  ),
  stored(declared.createWorkspace, createCreateWorkspace, async (create, { caller, body, idempotency }) =>
    create(caller, body.name, idempotency),
  ),
  plain(declared.deleteWorkspace, createDeleteWorkspace, async (remove, { caller, query }) =>
    workspaceIdPattern.test(query.id) ? remove(caller, query.id) : refused('workspace_forbidden'),
  ),
];
