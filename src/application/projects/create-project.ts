/** A new project, with its first script and storyboard when the caller brings them. */
import { projectDecider } from '../../../commands/project/decider.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import type { Application, Storyboard } from '../application.ts';
import { splitScript } from '../planning/split-script.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { contextOf } from '../services.ts';
import type { Services } from '../services.ts';
import { projectAnswer } from './project-answer.ts';
import { checkStoryboard, storeScript, storeStoryboard } from './storyboard-artifact.ts';

export type ProjectDeps = Pick<Services, 'commands' | 'artifacts'> & Pick<ReadSide, 'streams'>;

export const createCreateProject =
  (deps: ProjectDeps & Pick<Services, 'ids'>): Application['createProject'] =>
  async (caller, { name, script: text, storyboard: brought }) => {
    const refusal = brought === undefined ? undefined : checkStoryboard(brought, '/storyboard');
    if (refusal !== undefined) return refusal;
    const { commands, artifacts, ids } = deps;
    const { workspaceId } = caller;
    const projectId = idFromBytes('prj', ids.bytes(17));
    const place = { workspaceId, projectId };
    const script = text === undefined ? null : await storeScript(artifacts, place, text);
    const frames = brought ?? (text === undefined ? undefined : storyboardOf(text));
    const scriptRevision = script?.revisionId ?? null;
    const storyboard =
      frames === undefined
        ? null
        : await storeStoryboard(artifacts, place, frames, scriptRevision, brought === undefined);
    const command = { type: 'CreateProject', workspaceId, name, script, storyboard } as const;
    const outcome = await commands.handle(projectDecider, projectStream(projectId), command, contextOf(caller));
    assert(outcome.kind === 'accepted', 'an id that was never given away is free');
    return projectAnswer(deps, projectId);
  };

/**
 * What a script becomes by rule; undefined when there is nothing in it to draw. Its frames are independent, so that a
 * scene that is written anew is all that has to be drawn anew.
 */
export const storyboardOf = (script: string): Storyboard | undefined => {
  const frames = splitScript(script);
  return frames.length === 0 ? undefined : { frames, continuityMode: 'independent' };
};
