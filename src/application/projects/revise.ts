/** New revisions of the script and of the storyboard. Unchanged frames stay accepted. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { followsScript } from '../../../commands/project/state.ts';
import type { IfMatch } from '../../kernel/if-match.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import type { ProjectDeps } from './create-project.ts';
import { projectAnswer } from './project-document.ts';
import { readProject } from './project-gate.ts';
import { storeScript, storeStoryboard } from './storyboard-artifact.ts';
import { storyboardByRule } from './storyboard-by-rule.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Storyboard } from './storyboard.ts';

/** A storyboard that the rule made is made anew; one that a caller gave becomes stale. */
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
      'the script is not at the revision that was named: GET it, and change that one',
    );
  };

/** It is made from the current script. */
export const createReviseStoryboard =
  (deps: Omit<ProjectDeps, 'timers'>) =>
  async (caller: Caller, projectId: string, storyboard: Storyboard, ifMatch: IfMatch): Promise<Result<Body>> => {
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
          'the storyboard is not at the revision that was named: GET it, and change that one',
        );
      }
      // The script moved in between: the revision is made again, from the new one.
    }
    throw new Fault('unavailable', `${projectId}: the script keeps moving`);
  };
