/** The gates before everything that is read below a project. */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { CommandHandler, StreamState } from '../log/command-handler.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type { ProjectState } from '../../../commands/project/state.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import type { PlanState } from '../../../commands/plan/state.ts';

/** Unknown: project_not_found; in another workspace than the current one: project_forbidden. */
export type ProjectGate = (caller: Pick<Caller, 'workspaceId'>, projectId: string) => Promise<Result<null>>;

/** Cheap, since a project never changes its workspace. */
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

/**
 * The project as its stream tells it now. Unknown: 404; another tenant's, or the caller's own in another workspace:
 * 403.
 */
export const readProject = async (
  commands: Pick<CommandHandler, 'read'>,
  caller: Pick<Caller, 'workspaceId'>,
  projectId: string,
): Promise<Result<StreamState<ProjectState>>> => {
  const found = await commands.read(projectDecider, projectStream(projectId));
  if (found.state.name === null) return refused('project_not_found', `there is no project ${projectId}`);
  return found.state.workspaceId === caller.workspaceId ? ok(found) : foreign('project', projectId);
};

/** The plan as its stream tells it now; it must be one of this project. */
export const readPlan = async (
  commands: Pick<CommandHandler, 'read'>,
  caller: Pick<Caller, 'workspaceId'>,
  projectId: string,
  planId: string,
): Promise<Result<StreamState<PlanState>>> => {
  const project = await readProject(commands, caller, projectId);
  if (project.kind === 'refused') return project;
  const found = await commands.read(planDecider, planStream(planId));
  const { details } = found.state;
  if (details !== null && details.workspaceId !== caller.workspaceId) return foreign('plan', planId);
  return details?.projectId === projectId
    ? ok(found)
    : refused('plan_not_found', `there is no plan ${planId} in this project`);
};
