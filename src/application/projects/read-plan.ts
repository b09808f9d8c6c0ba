/** The resource gate of a photo sequence. */
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import type { PlanState } from '../../../commands/plan/state.ts';
import { type Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { CommandHandler, StreamState } from '../log/command-handler.ts';
import { readProject } from './read-project.ts';

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
