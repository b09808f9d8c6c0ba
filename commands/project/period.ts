/** The end of a period: the state as it is, in one event. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Revision } from '../../src/kernel/position.ts';
import { projectPeriodClosed } from '../../events/project.ts';
import type { ProjectState } from './state.ts';

type Period = EventOf<typeof projectPeriodClosed>;

/** Undefined for a project that was never created: there is nothing to tell. */
export const closePeriod = (state: ProjectState, revision: Revision): Period | undefined => {
  const { workspaceId, name, generated } = state;
  if (workspaceId === null || name === null) return undefined;
  return projectPeriodClosed({
    ...state,
    revision,
    workspaceId,
    name,
    generated: generated && { ...generated, planIds: [...generated.planIds], jobs: [...generated.jobs] },
  });
};
