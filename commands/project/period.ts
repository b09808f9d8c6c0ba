/** The end of a period: the state as it is, in one event. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { Revision } from '../../src/kernel/position.ts';
import { projectPeriodClosed } from '../../events/project.ts';
import type { ProjectState } from './state.ts';

type Period = EventOf<typeof projectPeriodClosed>;

/** Undefined for a project that was never created: there is nothing to tell. */
export const closePeriod = (state: ProjectState, revision: Revision): Period | undefined => {
  const { workspaceId, name } = state;
  return workspaceId === null || name === null
    ? undefined
    : projectPeriodClosed({ ...state, revision, workspaceId, name });
};
