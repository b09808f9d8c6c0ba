/**
 * A new revision of the script. A storyboard that was split from the script before by rule is split anew; one that the
 * caller brought becomes stale.
 */
import { projectDecider } from '../../../commands/project/decider.ts';
import type { ProjectState, StoryboardRevision } from '../../../commands/project/state.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { refused } from '../application.ts';
import type { Application } from '../application.ts';
import { contextOf } from '../services.ts';
import { storyboardOf } from './create-project.ts';
import type { ProjectDeps } from './create-project.ts';
import { projectAnswer } from './project-answer.ts';
import { readProject } from './read-project.ts';
import { storeScript, storeStoryboard } from './storyboard-artifact.ts';
import type { Place } from './storyboard-artifact.ts';

export const createReviseScript =
  (deps: ProjectDeps): Application['reviseScript'] =>
  async (caller, projectId, text, ifMatch) => {
    const { commands, artifacts } = deps;
    const place = { workspaceId: caller.workspaceId, projectId };
    for (let attempt = 0; attempt < limits.conflictRetriesMax; attempt += 1) {
      const found = await readProject(commands, caller, projectId);
      if (found.kind === 'refused') return found;
      const { state } = found.value;
      const script = await storeScript(artifacts, place, text);
      const storyboard = await following(deps, place, state, text, script.revisionId);
      const replaces = state.storyboard?.revisionId ?? null;
      const command = { type: 'ReviseScript', script, storyboard, replaces, ifMatch } as const;
      const outcome = await commands.handle(projectDecider, projectStream(projectId), command, contextOf(caller));
      if (outcome.kind !== 'refused') return projectAnswer(deps, projectId);
      if (outcome.refusal.code === 'revision_mismatch') {
        return refused('revision_mismatch', 'the script is at another revision by now');
      }
      // A storyboard was brought in between: whether it follows the script is looked at again.
    }
    throw new Fault('unavailable', `${projectId}: the storyboard keeps moving`);
  };

/** The storyboard that comes along; null when the present one stays. */
const following = async (
  { artifacts }: ProjectDeps,
  place: Place,
  project: ProjectState,
  text: string,
  scriptRevisionId: string,
): Promise<StoryboardRevision | null> => {
  if (!(await isByRule(artifacts, place, project))) return null;
  const split = storyboardOf(text);
  return split === undefined ? null : storeStoryboard(artifacts, place, split, scriptRevisionId);
};

/** Splitting is deterministic, so a storyboard that is not what the present script gives was brought by someone. */
const isByRule = async (
  artifacts: ProjectDeps['artifacts'],
  { workspaceId }: Place,
  { script, storyboard }: ProjectState,
): Promise<boolean> => {
  if (storyboard === null) return true;
  if (script === null || storyboard.scriptRevisionId !== script.revisionId) return false;
  const text = await artifacts.get<string>(workspaceId, script.artifactHash);
  assert(text !== undefined, `the script ${script.artifactHash} is in the log and not in the store`);
  const split = storyboardOf(text);
  return split !== undefined && contentHash(split) === storyboard.artifactHash;
};
