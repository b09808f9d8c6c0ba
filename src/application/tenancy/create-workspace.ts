/** A new workspace, which its maker owns. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { workspaceItem } from '../../../projections/workspace-list.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { requestKey, type Idempotency } from '../calls/idempotency.ts';
import { refused, type Result } from '../calls/result.ts';
import { json, type StoredAnswer } from '../calls/stored-answer.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';

type Deps = Pick<Services, 'commands' | 'clock' | 'ids'> & { readonly written: LastWritten };

export const createCreateWorkspace =
  ({ written, ...deps }: Deps) =>
  async (caller: Caller, name: string, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const { commands, clock } = deps;
    const key = requestKey(deps, caller, 'workspace_create', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const workspaceId = key.newId('ws');
    const claimed = await key.claim(workspaceId, null);
    if (claimed !== null) return claimed;
    const createdAt = nowText(clock);
    const command = {
      type: 'CreateWorkspace',
      name,
      ownerKey: caller.userKey,
      personal: false,
      now: createdAt,
    } as const;
    const context = { ...contextOf(caller), workspaceId };
    const outcome = await commands.handle(workspaceDecider, workspaceStream(workspaceId), command, context);
    const { state, position } = outcome;
    // Its owner may have removed it since.
    if (state.status !== 'active') return key.release(refused('workspace_forbidden', 'the workspace was removed'));
    written.note(caller, position);
    const workspace = workspaceItem({
      workspaceId,
      name: state.name,
      role: 'owner',
      personal: false,
      createdAt: state.createdAt,
    });
    return key.answer(json(201, { ok: true, workspace }));
  };
