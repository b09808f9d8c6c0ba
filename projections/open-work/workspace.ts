/** The open work of a workspace: the end of a removal that has begun. */
import type { WorkspaceEvent } from '../../events/workspace.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import type { WorkspaceWork } from './document.ts';
import { soonAfter } from './due.ts';

/** Whether the event moves it; most do not. */
export const movesRemoval = ({ type }: Pick<WorkspaceEvent, 'type'>): boolean =>
  type === 'WorkspaceRemovalBegun' || type === 'WorkspaceDeleted';

export const evolveWorkspace = (
  _: WorkspaceWork | undefined,
  event: RecordedEvent<WorkspaceEvent>,
): WorkspaceWork | undefined => {
  if (event.type !== 'WorkspaceRemovalBegun') return undefined;
  const { begunBy, forfeit = false } = event.data;
  const dueAt = soonAfter(event.metadata.at);
  return { kind: 'workspace.end', dueAt, subject: 'workspace', workspaceId: idOf(event.stream), begunBy, forfeit };
};
