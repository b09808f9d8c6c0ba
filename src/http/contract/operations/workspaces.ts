import { limits } from '../../../kernel/limits.ts';
import { object, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { pageQuery } from '../shapes/common.ts';
import { oneWorkspace, workspaceDeleted, workspacePage, workspaceRequest } from '../shapes/workspace.ts';

const PATH = '/api/v1/workspaces';

export const listWorkspaces = declare({
  operationId: 'listWorkspaces',
  method: 'GET',
  path: PATH,
  tag: 'workspaces',
  summary: 'Workspaces that the caller belongs to',
  description:
    'In the order of joining. The personal workspace is among them: the first request of a caller makes it. ' +
    'Pages follow `nextCursor`.',
  authority: 'Read',
  query: object(pageQuery(limits.workspacesPageSizeMax, limits.workspacesPageSizeMax)),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: workspacePage },
  links: {
    200: {
      next: { operationId: 'listWorkspaces', parameters: { cursor: '$response.body#/nextCursor' } },
    },
  },
  errors: [],
});

export const createWorkspace = declare({
  operationId: 'createWorkspace',
  method: 'POST',
  path: PATH,
  tag: 'workspaces',
  summary: 'Create a workspace that the caller owns',
  description: 'The caller becomes its owner. It begins without credits.',
  authority: 'Mutate',
  body: workspaceRequest,
  bodyOptional: true,
  schemaFailureStatus: 400,
  idempotency: 'optional',
  answers: { 201: oneWorkspace },
  links: {
    201: {
      grant: { operationId: 'grantCredits', parameters: { workspaceId: '$response.body#/workspace/id' } },
      remove: { operationId: 'deleteWorkspace', parameters: { id: '$response.body#/workspace/id' } },
    },
  },
  errors: ['invalid_name'],
});

export const deleteWorkspace = declare({
  operationId: 'deleteWorkspace',
  method: 'DELETE',
  path: PATH,
  tag: 'workspaces',
  summary: 'Remove a workspace that the caller owns; its assets stay',
  description:
    'Its active jobs are cancelled and settled by themselves. The personal workspace cannot be removed, ' +
    'and neither can the last one of a caller.',
  authority: 'Mutate',
  query: object({
    id: string({
      minLength: 1,
      maxLength: limits.projectIdCharsMax,
      description: 'the workspace',
      examples: ['ws_4e1xq0v6d8mz2r9t7b5c3n1hja'],
    }),
  }),
  schemaFailureStatus: 400,
  missing: { id: 'workspace_id_required' },
  idempotency: 'none',
  answers: { 200: workspaceDeleted },
  errors: ['workspace_forbidden', 'workspace_protected', 'last_workspace'],
});
