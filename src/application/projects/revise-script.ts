/**
 * A new revision of the script. A storyboard that the rule made is made anew, and unchanged frames stay accepted; one
 * that a caller gave becomes stale.
 */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { followsScript } from '../../../commands/project/state.ts';
import type { IfMatch } from '../../../commands/project/revise.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ProjectDeps } from './create-project.ts';
import { projectAnswer } from './project-document.ts';
import { readProject } from './read-project.ts';
import { storeScript, storeStoryboard } from './storyboard-artifact.ts';
import { storyboardByRule } from './storyboard-by-rule.ts';

export const createReviseScript =
  (deps: ProjectDeps) =>
  async (caller: Caller, projectId: string, text: string, ifMatch: IfMatch): Promise<Result<Body>> => {
    const { commands, artifacts } = deps;
    const found = await readProject(commands, caller, projectId);
    if (found.kind === 'refused') return found;
    // Only spares the work: the decider keeps any storyboard that a caller gave meanwhile.
    const split = followsScript(found.value.state) ? await storyboardByRule(deps.timers, text) : ok(undefined);
    if (split.kind === 'refused') return split;
    const place = { workspaceId: caller.workspaceId, projectId };
    const script = await storeScript(artifacts, place, text);
    const storyboard =
      split.value === undefined ? null : await storeStoryboard(artifacts, place, split.value, script.revisionId, true);
    const command = { type: 'ReviseScript', script, storyboard, ifMatch } as const;
    const outcome = await commands.handle(projectDecider, projectStream(projectId), command, contextOf(caller));
    if (outcome.kind !== 'refused') return projectAnswer(deps, projectId);
    return refused(
      'revision_mismatch',
      'the script is at another revision, or at none yet: GET it, and change that one',
    );
  };
