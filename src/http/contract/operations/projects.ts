import { limits } from '../../../kernel/limits.ts';
import { array, integer, nullable, object, optional, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { id, nameOf, nextCursor, pageQuery, text, time, yes } from '../shapes/common.ts';
import { needsReference, storyboard } from '../shapes/storyboard.ts';

const project = object({
  id,
  name: text,
  workspaceId: id,
  scriptRevisionId: nullable(id),
  storyboardRevisionId: nullable(id),
  frameCount: integer({ minimum: 0 }),
  createdAt: time,
  updatedAt: time,
});

const oneProject = object({ ok: yes, project });
const script = string({ minLength: 1, maxLength: limits.scriptCharsMax });

export const listProjects = declare({
  operationId: 'listProjects',
  method: 'GET',
  path: '/api/v1/projects',
  tag: 'projects',
  summary: 'Projects of the workspace',
  authority: 'Read',
  query: object(pageQuery(limits.pageSizeMax)),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: object({ ok: yes, projects: array(project), nextCursor }) },
  errors: [],
});

export const createProject = declare({
  operationId: 'createProject',
  method: 'POST',
  path: '/api/v1/projects',
  tag: 'projects',
  summary: 'Create a project, with a script, a storyboard, or neither yet',
  authority: 'Mutate',
  body: object({ name: nameOf(limits.nameCharsMax), script: optional(script), storyboard: optional(storyboard) }),
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [needsReference('/storyboard', (body) => body.storyboard)],
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: { 200: oneProject },
  errors: ['provider_not_configured'],
});

export const getProject = declare({
  operationId: 'getProject',
  method: 'GET',
  path: '/api/v1/projects/{projectId}',
  tag: 'projects',
  summary: 'One project',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: oneProject },
  errors: ['project_forbidden', 'project_not_found'],
  extension: true,
});

export const getScript = declare({
  operationId: 'getScript',
  method: 'GET',
  path: '/api/v1/projects/{projectId}/script',
  tag: 'projects',
  summary: 'The script as it stands; its ETag is what If-Match takes',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: object({ ok: yes, script, scriptRevisionId: id }) },
  errors: ['project_forbidden', 'project_not_found', 'script_not_found'],
  extension: true,
});

export const getStoryboard = declare({
  operationId: 'getStoryboard',
  method: 'GET',
  path: '/api/v1/projects/{projectId}/storyboard',
  tag: 'projects',
  summary: 'The storyboard as it stands; its ETag is what If-Match takes',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: object({ ok: yes, storyboard, storyboardRevisionId: id }) },
  errors: ['project_forbidden', 'project_not_found', 'storyboard_not_found'],
  extension: true,
});

export const reviseScript = declare({
  operationId: 'reviseScript',
  method: 'PUT',
  path: '/api/v1/projects/{projectId}/script',
  tag: 'projects',
  summary: 'A new revision of the script; a storyboard that was made of it follows, one that was given becomes stale',
  authority: 'Mutate',
  body: object({ script }),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: oneProject },
  errors: ['project_forbidden', 'project_not_found', 'revision_mismatch'],
  ifMatch: true,
  extension: true,
});

export const reviseStoryboard = declare({
  operationId: 'reviseStoryboard',
  method: 'PUT',
  path: '/api/v1/projects/{projectId}/storyboard',
  tag: 'projects',
  summary: 'A new revision of the storyboard; what did not change stays accepted',
  authority: 'Mutate',
  body: storyboard,
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [needsReference('', (body) => body)],
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: oneProject },
  errors: ['project_forbidden', 'project_not_found', 'revision_mismatch', 'provider_not_configured'],
  ifMatch: true,
  extension: true,
});
