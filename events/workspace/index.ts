/** Every event of the category `workspace`. */
import type { EventOf } from '../../src/kernel/event.ts';
import { memberAdded } from './member-added.ts';
import { memberRemoved } from './member-removed.ts';
import { workspaceCreated } from './workspace-created.ts';
import { workspaceDeleted } from './workspace-deleted.ts';
import { workspacePeriodClosed } from './workspace-period-closed.ts';

export { memberAdded, memberRemoved, workspaceCreated, workspaceDeleted, workspacePeriodClosed };

export type WorkspaceEvent = EventOf<
  | typeof memberAdded
  | typeof memberRemoved
  | typeof workspaceCreated
  | typeof workspaceDeleted
  | typeof workspacePeriodClosed
>;
