/** A new project, with its first script and storyboard when the caller brings them. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import { assert } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { requestKey, type Idempotency } from '../calls/idempotency.ts';
import { json, ok, type Result, type StoredAnswer } from '../calls/result.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { type Services } from '../services/services.ts';
import { projectAnswer } from './project-document.ts';
import { storeScript, storeStoryboard } from './storyboard-artifact.ts';
import { storyboardByRule } from './storyboard-by-rule.ts';
import type { Storyboard } from './storyboard.ts';

export type ProjectDeps = Pick<Services, 'commands' | 'artifacts'> &
  Pick<ReadSide, 'streams'> & { readonly timers: Pick<Timers, 'nextTurn'> };

type NewProject = { readonly name: string; readonly script?: string; readonly storyboard?: Storyboard };

export const createCreateProject =
  (deps: ProjectDeps & Pick<Services, 'ids' | 'clock'>) =>
  async (
    caller: Caller,
    { name, script: text, storyboard: brought }: NewProject,
    idempotency: Idempotency | null,
  ): Promise<Result<StoredAnswer>> => {
    const { commands, artifacts } = deps;
    const { workspaceId } = caller;
    const key = requestKey(deps, caller, 'project_create', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const split = brought === undefined && text !== undefined ? await storyboardByRule(deps.timers, text) : ok(brought);
    if (split.kind === 'refused') return split;
    const projectId = key.newId('prj');
    const claimed = await key.claim(projectId, null);
    if (claimed !== null) return claimed;
    const place = { workspaceId, projectId };
    const script = text === undefined ? null : await storeScript(artifacts, place, text);
    const scriptRevision = script?.revisionId ?? null;
    const storyboard =
      split.value === undefined
        ? null
        : await storeStoryboard(artifacts, place, split.value, scriptRevision, brought === undefined);
    const command = { type: 'CreateProject', workspaceId, name, script, storyboard } as const;
    commands.begin(projectDecider, projectStream(projectId));
    const outcome = await commands.handle(projectDecider, projectStream(projectId), command, contextOf(caller));
    assert(outcome.kind !== 'refused', 'a project is created, or was before');
    const answer = await projectAnswer(deps, projectId);
    return answer.kind === 'refused' ? answer : key.answer(json(200, answer.value));
  };
