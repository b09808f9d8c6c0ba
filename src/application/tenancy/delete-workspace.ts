/**
 * The end of a workspace (decision 0161). Its own stream decides first: from then on an owner stays one, it gets no
 * key, and no other call writes in it. Then its ledger closes, and no job of it begins. So each one that was begun
 * before is found by its open hold and asked to stop; it settles by itself. Its webhooks close, and none is created.
 * Assets stay. Each step may be repeated: an owner's next call carries on a removal whose process died.
 */
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import type { LedgerRefusal } from '../../../commands/ledger/refusals.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { webhooksDecider } from '../../../commands/webhooks/decider.ts';
import { webhooksStream } from '../../../commands/webhooks/stream.ts';
import { workspaceDecider } from '../../../commands/workspace/decider.ts';
import { providerKeysOf, roleOf } from '../../../commands/workspace/queries.ts';
import type { WorkspaceState } from '../../../commands/workspace/state.ts';
import { workspaceStream } from '../../../commands/workspace/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { personalWorkspaceId } from '../../kernel/ids.ts';
import { type Caller, isWithin, contextOf } from '../calls/caller.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { newEntryId } from '../credits/ledger-steps.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { behind } from '../reading/answers.ts';
import { readPage } from '../reading/read-page.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { removeReplaced } from '../services/own-keys.ts';
import { nowText, type Services } from '../services/services.ts';
import { endWork } from './end-work.ts';
import { workspacesOf } from './list-workspaces.ts';

/** Unknown, deleted, another tenant's, or the caller's without being its owner: all alike. */
const forbidden = refused('workspace_forbidden');

type Deps = ReadSide & Pick<Services, 'clock' | 'ids'> & { readonly objects: Pick<ObjectStore, 'remove'> };

/** `forfeit`: paid credits may be left. Bonus credits always may. */
export const createDeleteWorkspace =
  ({ objects, clock, ids, ...side }: Deps) =>
  async (caller: Caller, workspaceId: string, forfeit = false): Promise<Result<Body>> => {
    const { commands, written } = side;
    const ledger = ledgerStream(workspaceId);
    const stream = workspaceStream(workspaceId);
    const { state } = await commands.read(workspaceDecider, stream);
    if (!isWithin(caller, workspaceId) || roleOf(state, caller.userKey) !== 'owner') return forbidden;
    if (state.status === 'active' && state.personal) return refusePersonal(side, caller, workspaceId);
    const context = { ...contextOf(caller), workspaceId };
    const close = { type: 'CloseLedger', entryId: newEntryId(ids), forfeit, now: nowText(clock) } as const;
    // Looked at before: what has begun is not taken back. Later credits keep the ledger open until they are forfeited.
    const before = await commands.read(ledgerDecider, ledger);
    const decision = ledgerDecider.decide(close, before.state, before.revision);
    if (decision.kind === 'refused') return creditsLeft(decision.refusal);
    const by = { byUserKey: caller.userKey };
    const begun = await commands.handle(workspaceDecider, stream, { type: 'BeginRemoval', ...by }, context);
    if (begun.kind === 'refused') return forbidden;
    const closed = await commands.handle(ledgerDecider, ledger, close, context);
    if (closed.kind === 'refused') return creditsLeft(closed.refusal);
    await endWork(commands, workspaceId, caller.userKey, context);
    await removeProviderKeys({ commands, objects }, begun.state, stream, context);
    await commands.handle(webhooksDecider, webhooksStream(workspaceId), { type: 'CloseWebhooks' }, context);
    const command = { type: 'DeleteWorkspace', ...by } as const;
    const outcome = await commands.handle(workspaceDecider, stream, command, context);
    if (outcome.kind === 'refused') return forbidden;
    written.note(caller, outcome.position);
    // The personal workspace is the caller's for good (I22), also when others are deleted or left at this moment.
    return ok({ ok: true, nextWorkspaceId: personalWorkspaceId(caller.userKey) });
  };

const creditsLeft = ({ code, detail }: LedgerRefusal): Refused => {
  assert(code === 'paid_credits_left', `a ledger did not close: ${code}`);
  const message = 'the workspace has paid credits left: with forfeitCredits=true it is removed all the same';
  return refused('workspace_has_credits', message, detail);
};

/** Nothing of them is left, once no process finds them by their workspace. */
const removeProviderKeys = async (
  { commands, objects }: Pick<ReadSide, 'commands'> & { readonly objects: Pick<ObjectStore, 'remove'> },
  state: WorkspaceState,
  stream: string,
  context: CommandContext,
): Promise<void> => {
  for (const [provider, key] of providerKeysOf(state)) {
    await removeReplaced(objects, key);
    const command = { type: 'RemoveProviderKey', provider } as const;
    const removed = await commands.handle(workspaceDecider, stream, command, context);
    await removeReplaced(objects, providerKeysOf(removed.state).get(provider));
  }
};

/** One of any two workspaces is not the personal one. */
const FIRST_TWO = { after: null, limit: 2, keep: () => true };

/** It always stays; that there is no other only makes for another reason. */
const refusePersonal = async (side: ReadSide, caller: Caller, workspaceId: string): Promise<Refused> => {
  // Others may have let the caller in or out a moment ago: this is told from the whole log.
  const page = await readPage(side, { ...workspacesOf(caller, await side.feed.head()), ...FIRST_TWO });
  if (page === undefined) return behind;
  return page.documents.every(({ body }) => body.workspaceId === workspaceId)
    ? refused('last_workspace', 'the only workspace of a caller cannot be removed')
    : refused('workspace_protected', 'the personal workspace cannot be removed');
};
