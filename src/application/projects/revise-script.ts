/** A new revision of the script. A project without a storyboard gets one by rule; one that is there becomes stale. */
import { projectDecider } from '../../../commands/project/decider.ts';
import type { ProjectState, StoryboardRevision } from '../../../commands/project/state.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import { Fault } from '../../kernel/faults.ts';
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

/**
 * The storyboard that comes along: only where there is none yet. One that is there remembers the script that it was
 * made from, by rule or by hand, and is stale from now on (contract, section 5).
 */
const following = async (
  { artifacts }: ProjectDeps,
  place: Place,
  project: ProjectState,
  text: string,
  scriptRevisionId: string,
): Promise<StoryboardRevision | null> => {
  const split = project.storyboard === null ? storyboardOf(text) : undefined;
  return split === undefined ? null : storeStoryboard(artifacts, place, split, scriptRevisionId);
};
