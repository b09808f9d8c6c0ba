/** A new workspace, which its maker owns. */
import { workspaceDecider } from '../../../commands/workspace/decider.ts';
import { workspaceStream } from '../../../commands/workspace/stream.ts';
import { workspaceItem } from '../../../projections/workspace-list/view.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import { ok } from '../application.ts';
import type { Application } from '../application.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { contextOf, nowText } from '../services.ts';
import type { Services } from '../services.ts';

export const createCreateWorkspace =
  ({
    commands,
    clock,
    ids,
    written,
  }: Pick<Services, 'commands' | 'clock' | 'ids'> & {
    readonly written: LastWritten;
  }): Application['createWorkspace'] =>
  async (caller, name) => {
    const workspaceId = idFromBytes('ws', ids.bytes(17));
    const createdAt = nowText(clock);
    const command = {
      type: 'CreateWorkspace',
      name,
      ownerKey: caller.userKey,
      personal: false,
      now: createdAt,
    } as const;
    const context = { ...contextOf(caller), workspaceId };
    const { kind, position } = await commands.handle(workspaceDecider, workspaceStream(workspaceId), command, context);
    assert(kind === 'accepted', 'an id that was never given away is free');
    written.note(caller, position);
    const workspace = workspaceItem({ workspaceId, name, role: 'owner', personal: false, createdAt });
    return ok({ ok: true, workspace });
  };
