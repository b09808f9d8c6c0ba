/** Projects. */
import { limits } from '../../../kernel/limits.ts';
import { integer, named, nullable, object, optional, string } from '../../../kernel/shape.ts';
import { nameOf, pageOf, projectId, revisionId, text, time, workspaceId, yes } from './common.ts';
import { storyboard } from './storyboard.ts';

const project = named(
  'Project',
  object({
    id: projectId,
    name: text('The letter'),
    workspaceId,
    scriptRevisionId: nullable(revisionId),
    storyboardRevisionId: nullable(revisionId),
    frameCount: integer({ minimum: 0, examples: [1] }),
    createdAt: time,
    updatedAt: time,
  }),
);

const scriptOf = (maxLength: number) =>
  string({
    minLength: 1,
    maxLength,
    description: 'Fountain or plain text',
    examples: ['EXT. HARBOUR - DAY\n\nA fishing boat lies at the quay.\n'],
  });
const script = scriptOf(limits.scriptCharsMax);

export const projectRequest = named(
  'ProjectRequest',
  object({ name: nameOf(limits.nameCharsMax), script: optional(script), storyboard: optional(storyboard) }),
);

export const scriptRequest = named('ScriptRequest', object({ script: scriptOf(limits.scriptPutCharsMax) }));

export const oneProject = named('ProjectAnswer', object({ ok: yes, project }));
export const projectPage = pageOf('ProjectPage', 'projects', project);
export const scriptAnswer = named('ScriptAnswer', object({ ok: yes, script, scriptRevisionId: revisionId }));
export const storyboardAnswer = named(
  'StoryboardAnswer',
  object({ ok: yes, storyboard, storyboardRevisionId: revisionId }),
);
