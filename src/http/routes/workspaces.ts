import { type Application } from '../../application/application.ts';
import { refused } from '../../application/calls/result.ts';
import { workspaceIdPattern } from '../contract/ids.ts';
import { limits } from '../../kernel/limits.ts';
import * as declared from '../contract/operations/workspaces.ts';
import { pageOf } from './page.ts';
import type { Route, RouteBuilders } from './route.ts';

export const workspaceRoutes = (
  application: Application,
  { reads, plain, stored }: RouteBuilders,
): readonly Route[] => [
  reads(declared.listWorkspaces, async ({ caller, query, fresh }) =>
    application.listWorkspaces(caller, pageOf(query.limit, query.cursor, limits.workspacesPageSizeMax), fresh),
  ),
  stored(declared.createWorkspace, async ({ caller, body, idempotency }) =>
    application.createWorkspace(caller, body.name, idempotency),
  ),
  plain(declared.deleteWorkspace, async ({ caller, query }) =>
    workspaceIdPattern.test(query.id) ? application.deleteWorkspace(caller, query.id) : refused('workspace_forbidden'),
  ),
];
