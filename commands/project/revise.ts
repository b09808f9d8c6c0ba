import { accept, refuse } from '../../src/kernel/decider.ts';
import { type IfMatch, isMatched } from '../../src/kernel/if-match.ts';
import { projectCreated, type ProjectEvent, scriptRevised, storyboardRevised } from '../../events/project.ts';
import { followsScript, type ProjectState, type ScriptRevision, type StoryboardRevision } from './state.ts';

export type NewScript = ScriptRevision & { readonly chars: number };

/** A new project, with its first script and storyboard when the caller brought them. */
type CreateProject = {
  readonly type: 'CreateProject';
  readonly workspaceId: string;
  readonly name: string;
  readonly script: NewScript | null;
  readonly storyboard: StoryboardRevision | null;
};

export const createProject = ({ workspaceId, name, script, storyboard }: CreateProject, state: ProjectState) => {
  if (state.name !== null) return accept();
  const events: ProjectEvent[] = [projectCreated({ workspaceId, name })];
  if (script !== null) events.push(scriptEvent(script));
  if (storyboard !== null) events.push(storyboardEvent(storyboard));
  return accept(...events);
};

/**
 * A new revision of the script. It brings the storyboard that the rule makes of it, unless a caller gave the present
 * one: that one stays, and is stale.
 */
type ReviseScript = {
  readonly type: 'ReviseScript';
  readonly script: NewScript;
  /** By rule; null where there is nothing to draw. */
  readonly storyboard: StoryboardRevision | null;
  readonly ifMatch: IfMatch;
};

export const reviseScript = ({ script, storyboard, ifMatch }: ReviseScript, state: ProjectState) => {
  if (state.name === null) return refuse('project_not_found');
  const moves = state.script?.revisionId !== script.revisionId;
  const splits = followsScript(state) && storyboard?.revisionId !== state.storyboard?.revisionId;
  const split = splits ? storyboard : null;
  if (!moves && split === null) return accept();
  if (!isMatched(ifMatch, state.script?.revisionId ?? null)) return refuse('revision_mismatch');
  const events: ProjectEvent[] = [];
  if (moves) events.push(scriptEvent(script));
  if (split !== null) events.push(storyboardEvent(split));
  return accept(...events);
};

/** A new revision of the storyboard, made from the current script. */
type ReviseStoryboard = {
  readonly type: 'ReviseStoryboard';
  readonly storyboard: StoryboardRevision;
  readonly ifMatch: IfMatch;
};

export const reviseStoryboard = ({ storyboard, ifMatch }: ReviseStoryboard, state: ProjectState) => {
  if (state.name === null) return refuse('project_not_found');
  // That of the rule, put as it is, is the caller's from here on: the next script leaves it alone.
  if (state.storyboard?.revisionId === storyboard.revisionId && !followsScript(state)) return accept();
  if (!isMatched(ifMatch, state.storyboard?.revisionId ?? null)) return refuse('revision_mismatch');
  // The revision's id was made from the script that the caller saw.
  if (storyboard.scriptRevisionId !== (state.script?.revisionId ?? null)) return refuse('moved');
  return accept(storyboardEvent(storyboard));
};

const scriptEvent = ({ revisionId, artifactHash, chars }: NewScript): ProjectEvent =>
  scriptRevised({ scriptRevisionId: revisionId, artifactHash, chars });

const storyboardEvent = ({ revisionId, ...rest }: StoryboardRevision): ProjectEvent =>
  storyboardRevised({ storyboardRevisionId: revisionId, ...rest });
