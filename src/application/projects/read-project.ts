/** The resource gate of everything below a project. */
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type { ProjectState } from '../../../commands/project/state.ts';
import { type Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { CommandHandler, StreamState } from '../log/command-handler.ts';

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
