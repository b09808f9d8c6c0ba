/** The gate before everything that is read below a project: cheap, since a project never changes its workspace. */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';
import { type Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { readProject } from './read-project.ts';

/** Unknown: project_not_found; in another workspace than the current one: project_forbidden. */
export type ProjectGate = (caller: Pick<Caller, 'workspaceId'>, projectId: string) => Promise<Result<null>>;

export const createProjectGate = (commands: Pick<CommandHandler, 'read'>): ProjectGate => {
  const workspaces = createBoundedMap<string, string>(limits.projectOwnersMax);
  return async (caller, projectId) => {
    const known = workspaces.get(projectId);
    if (known === caller.workspaceId) return ok(null);
    // Also for a project that is known to be foreign: its refusal is worded in one place, and takes as long as others.
    const found = await readProject(commands, caller, projectId);
    if (found.kind === 'refused') return found;
    workspaces.set(projectId, caller.workspaceId);
    return ok(null);
  };
};
