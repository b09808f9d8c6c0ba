import { limits } from '../../../kernel/limits.ts';
import { object, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { oneWorkspace, workspaceDeleted, workspaceList, workspaceRequest } from '../shapes/workspace.ts';

const PATH = '/api/v1/workspaces';

export const listWorkspaces = declare({
  operationId: 'listWorkspaces',
  method: 'GET',
  path: PATH,
  tag: 'workspaces',
  summary: 'Workspaces that the caller belongs to',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: workspaceList },
  errors: [],
});

export const createWorkspace = declare({
  operationId: 'createWorkspace',
  method: 'POST',
  path: PATH,
  tag: 'workspaces',
  summary: 'Create a workspace that the caller owns',
  authority: 'Mutate',
  body: workspaceRequest,
  bodyOptional: true,
  schemaFailureStatus: 400,
  idempotency: 'optional',
  answers: { 201: oneWorkspace },
  errors: ['invalid_name'],
});

export const deleteWorkspace = declare({
  operationId: 'deleteWorkspace',
  method: 'DELETE',
  path: PATH,
  tag: 'workspaces',
  summary: 'Remove a workspace that the caller owns; its assets stay',
  authority: 'Mutate',
  query: object({ id: string({ minLength: 1, maxLength: limits.projectIdCharsMax }) }),
  schemaFailureStatus: 400,
  missing: { id: 'workspace_id_required' },
  idempotency: 'none',
  answers: { 200: workspaceDeleted },
  errors: ['workspace_forbidden', 'workspace_protected', 'last_workspace'],
});
