/** Projects. */
import { limits } from '../../../kernel/limits.ts';
import { integer, namedObject, nullable, optional, string } from '../../../kernel/shape.ts';
import { nameOf, pageOf, projectId, revisionId, text, time, workspaceId, yes } from './common.ts';
import { storyboard } from './storyboard.ts';

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

export const projectRequest = namedObject('ProjectRequest', {
  name: nameOf(limits.nameCharsMax),
  script: optional(script),
  storyboard: optional(storyboard),
});

export const scriptRequest = namedObject('ScriptRequest', { script: scriptOf(limits.scriptPutCharsMax) });

export const oneProject = namedObject('ProjectAnswer', { ok: yes, project });
export const projectPage = pageOf('ProjectPage', 'projects', project);
export const scriptAnswer = namedObject('ScriptAnswer', { ok: yes, script, scriptRevisionId: revisionId });
export const storyboardAnswer = namedObject('StoryboardAnswer', {
  ok: yes,
  storyboard,
  storyboardRevisionId: revisionId,
});
