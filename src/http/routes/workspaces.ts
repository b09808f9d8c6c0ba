import { refused } from '../../application/calls/result.ts';
import { createReadSpendLimits, createSetSpendLimits } from '../../application/credits/spend-limits.ts';
import { createListMembers, createPutMember, createRemoveMember } from '../../application/tenancy/members.ts';
import { createPutProviderKey, createRemoveProviderKey } from '../../application/tenancy/change-provider-key.ts';
import {
  createCreateWorkspace,
  createDeleteWorkspace,
  createListWorkspaces,
} from '../../application/tenancy/workspaces.ts';
import { limits } from '../../kernel/limits.ts';
import { workspaceIdPattern } from '../contract/ids.ts';
import { declared } from '../contract/operations/registry.ts';
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
    workspaceIdPattern.test(query.id)
      ? remove(caller, query.id, query.forfeitCredits === 'true')
      : refused('workspace_forbidden'),
  ),
  plain(declared.listMembers, createListMembers, async (list, { caller, parameters }) =>
    list(caller, parameters.workspaceId),
  ),
  plain(declared.putMember, createPutMember, async (put, { caller, principal, parameters, body }) =>
    put(caller, { ...parameters, issuer: principal.issuer }, body.role ?? null),
  ),
  plain(declared.removeMember, createRemoveMember, async (remove, { caller, principal, parameters }) =>
    remove(caller, { ...parameters, issuer: principal.issuer }),
  ),
  plain(declared.getSpendLimits, createReadSpendLimits, async (read, { caller, parameters }) =>
    read(caller, parameters.workspaceId),
  ),
  plain(
    declared.putSpendLimits,
    createSetSpendLimits,
    async (set, { caller, principal, parameters, body: { monthlyCap = null, lowAt = [] } }) =>
      set(caller, parameters.workspaceId, { monthlyCap, lowAt }, principal.scopes.has('admin')),
  ),
  plain(declared.putProviderKey, createPutProviderKey, async (put, { caller, parameters, body }) =>
    put(caller, parameters, body.key),
  ),
  plain(declared.removeProviderKey, createRemoveProviderKey, async (remove, { caller, parameters }) =>
    remove(caller, parameters),
  ),
];
