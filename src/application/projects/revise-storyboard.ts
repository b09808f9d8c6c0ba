/** A new revision of the storyboard, made from the current script. Unchanged frames stay accepted. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type { IfMatch } from '../../../commands/project/revise.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ProjectDeps } from './create-project.ts';
import { projectAnswer } from './project-document.ts';
import { readProject } from './read-project.ts';
import { checkStoryboard, storeStoryboard } from './storyboard-artifact.ts';
import type { Storyboard } from './storyboard.ts';

export const createReviseStoryboard =
  (deps: Omit<ProjectDeps, 'timers'>) =>
  async (caller: Caller, projectId: string, storyboard: Storyboard, ifMatch: IfMatch): Promise<Result<Body>> => {
    const refusal = checkStoryboard(storyboard, '');
    if (refusal !== undefined) return refusal;
    const { commands, artifacts } = deps;
    const place = { workspaceId: caller.workspaceId, projectId };
    for (let attempt = 0; attempt < limits.conflictRetriesMax; attempt += 1) {
      const found = await readProject(commands, caller, projectId);
      if (found.kind === 'refused') return found;
      const scriptRevision = found.value.state.script?.revisionId ?? null;
      const revision = await storeStoryboard(artifacts, place, storyboard, scriptRevision);
      const command = { type: 'ReviseStoryboard', storyboard: revision, ifMatch } as const;
      const outcome = await commands.handle(projectDecider, projectStream(projectId), command, contextOf(caller));
      if (outcome.kind !== 'refused') return projectAnswer(deps, projectId);
      if (outcome.refusal.code === 'revision_mismatch') {
        return refused(
          'revision_mismatch',
          'the storyboard is at another revision, or at none yet: GET it, and change that one',
        );
      }
      // The script moved in between: the revision is made again, from the new one.
    }
    throw new Fault('unavailable', `${projectId}: the script keeps moving`);
  };
