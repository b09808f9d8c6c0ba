/** A new workspace, which its maker owns. */
import { workspaceDecider } from '../../../commands/workspace/decider.ts';
import { workspaceStream } from '../../../commands/workspace/stream.ts';
import { workspaceItem } from '../../../projections/workspace-list/view.ts';
import { idFromBytes, idFromContent } from '../../kernel/ids.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import { json, type StoredAnswer } from '../calls/stored-answer.ts';
import { requestKey, type Idempotency } from '../calls/idempotency.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { contextOf, type Caller } from '../calls/caller.ts';
import { nowText, type Services } from '../services/services.ts';

export const createCreateWorkspace =
  ({
    commands,
    clock,
    ids,
    written,
  }: Pick<Services, 'commands' | 'clock' | 'ids'> & {
    readonly written: LastWritten;
  }) =>
  async (caller: Caller, name: string, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey({ commands, clock }, caller, 'workspace_create', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    // Named by the key, as a project is: the same call again makes no second one.
    const workspaceId =
      idempotency === null ? idFromBytes('ws', ids.bytes(17)) : idFromContent('ws', key.stream, idempotency.bodyHash);
    const claimed = await key.claim(workspaceId, null);
    if (claimed.kind === 'refused') return claimed;
    if (claimed.value !== null) return ok(claimed.value);
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
