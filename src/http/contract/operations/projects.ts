/** Projects, with their script and their storyboard. */
import { limits } from '../../../kernel/limits.ts';
import { integer, namedObject, nullable, object, optional, string } from '../../../kernel/shape.ts';
import { declaring, linkTo, nextPage } from '../operation.ts';
import { nameOf, pageOf, pageQuery, projectId, revisionId, text, time, workspaceId, yes } from '../shapes/common.ts';
import { needsReference, storyboard, storyboardNeedsReference } from '../shapes/storyboard.ts';

const declare = declaring('projects');

const project = namedObject('Project', {
  id: projectId,
  name: text('The letter'),
  workspaceId,
  scriptRevisionId: nullable(revisionId),
  storyboardRevisionId: nullable(revisionId),
  frameCount: integer({ minimum: 0, examples: [1] }),
  createdAt: time,
  updatedAt: time,
});

const scriptOf = (maxLength: number) =>
  string({
    minLength: 1,
    maxLength,
    description: 'Fountain or plain text',
    examples: ['EXT. HARBOUR - DAY\n\nA fishing boat lies at the quay.\n'],
  });
const script = scriptOf(limits.scriptCharsMax);

const projectRequest = namedObject('ProjectRequest', {
  name: nameOf(limits.nameCharsMax),
  script: optional(script),
  storyboard: optional(storyboard),
});

const scriptRequest = namedObject('ScriptRequest', { script: scriptOf(limits.scriptPutCharsMax) });

const oneProject = namedObject('ProjectAnswer', { ok: yes, project });
const projectPage = pageOf('ProjectPage', 'projects', project);
const scriptAnswer = namedObject('ScriptAnswer', { ok: yes, script, scriptRevisionId: revisionId });
const storyboardAnswer = namedObject('StoryboardAnswer', {
  ok: yes,
  storyboard,
  storyboardRevisionId: revisionId,
});

export const listProjects = declare({
  method: 'GET',
  path: '/api/v1/projects',
  summary: 'Projects of the workspace',
  description: 'The newest first. Pages follow `nextCursor`.',
  authority: 'Read',
  query: object(pageQuery(limits.pageSizeMax)),
  answers: { 200: projectPage },
  links: { 200: { next: nextPage('listProjects') } },
});

export const createProject = declare({
  method: 'POST',
  path: '/api/v1/projects',
  summary: 'Create a project, with a script, a storyboard, or neither yet',
  description:
    'A script without a storyboard is split into frames by rule, and the storyboard follows the script ' +
    'from then on. A project may also begin with neither. Spends nothing.',
  authority: 'Mutate',
  body: projectRequest,
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [storyboardNeedsReference],
  idempotency: 'optional',
  answers: { 200: oneProject },
  links: {
    200: {
      plan: linkTo('planStoryboardImages', { projectId: '$response.body#/project/id' }),
      read: linkTo('getProject', { projectId: '$response.body#/project/id' }),
    },
  },
  errors: ['script_too_long'],
});

export const getProject = declare({
  method: 'GET',
  path: '/api/v1/projects/{projectId}',
  summary: 'One project',
  description: 'The project with the revisions of its script and its storyboard.',
  authority: 'Read',
  answers: { 200: oneProject },
  links: { 200: { plan: linkTo('planStoryboardImages', { projectId: '$response.body#/project/id' }) } },
  extension: true,
});

export const getScript = declare({
  method: 'GET',
  path: '/api/v1/projects/{projectId}/script',
  summary: 'The current script; If-Match takes its ETag',
  description: 'The text as it was sent, and its revision.',
  authority: 'Read',
  answers: { 200: scriptAnswer },
  errors: ['script_not_found', 'content_lost'],
  extension: true,
});

export const getStoryboard = declare({
  method: 'GET',
  path: '/api/v1/projects/{projectId}/storyboard',
  summary: 'The current storyboard; If-Match takes its ETag',
  description: 'The storyboard that a plan would be made of, and its revision.',
  authority: 'Read',
  answers: { 200: storyboardAnswer },
  errors: ['storyboard_not_found', 'content_lost'],
  extension: true,
});

export const reviseScript = declare({
  method: 'PUT',
  path: '/api/v1/projects/{projectId}/script',
  summary: 'A new revision of the script; a storyboard that was made of it follows, one that was given becomes stale',
  description:
    '`If-Match` with the revision that is replaced guards against a write in between. Unchanged ' +
    'requirements keep their accepted pictures. The body has at most 1 MiB: a longer script begins a new project.',
  authority: 'Mutate',
  body: scriptRequest,
  answers: { 200: oneProject },
  links: { 200: { plan: linkTo('planStoryboardImages', { projectId: '$response.body#/project/id' }) } },
  errors: ['revision_mismatch', 'script_too_long'],
  ifMatch: true,
  extension: true,
});

export const reviseStoryboard = declare({
  method: 'PUT',
  path: '/api/v1/projects/{projectId}/storyboard',
  summary: 'A new revision of the storyboard; unchanged frames stay accepted',
  description:
    'Replaces the storyboard as a whole. `If-Match` with the revision that is replaced guards against a ' +
    'write in between.',
  authority: 'Mutate',
  body: storyboard,
  bodyBytesMax: limits.bodyBytesStoryboardMax,
  rules: [needsReference],
  answers: { 200: oneProject },
  links: { 200: { plan: linkTo('planStoryboardImages', { projectId: '$response.body#/project/id' }) } },
  errors: ['revision_mismatch'],
  ifMatch: true,
  extension: true,
});
