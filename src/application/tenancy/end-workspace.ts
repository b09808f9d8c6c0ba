/**
 * The end of a workspace whose removal has begun (decision 0161). Its ledger closes, and no job of it begins. So each
 * one that was begun before is found by its open hold and asked to stop; it settles by itself. Its keys are removed.
 * Its webhooks close, and none is created. Assets stay. Each step may be repeated, also by several processes at once.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import type { OpenHold } from '../../../commands/ledger/state.ts';
import { webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { providerKeysOf } from '../../../commands/workspace/state.ts';
import { assert } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { Position } from '../../kernel/position.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { removeReplaced } from '../services/own-keys.ts';
import { nowText, type Services } from '../services/services.ts';

export type EndDeps = Pick<Services, 'commands' | 'clock' | 'ids'> & {
  readonly objects: Pick<ObjectStore, 'remove'>;
};

export type Removal = {
  readonly workspaceId: string;
  /** The owner that has begun it. */
  readonly byUserKey: string;
  /** Paid credits may be left. Bonus credits always may. */
  readonly forfeit: boolean;
};

/** As the ledger decides it, here and where it is only looked at. */
export const closeLedger = ({ clock, ids }: Pick<EndDeps, 'clock' | 'ids'>, forfeit: boolean) =>
  ({ type: 'CloseLedger', entryId: newId('ent', ids), forfeit, now: nowText(clock) }) as const;

/** Refused by the ledger while paid credits are left. A workspace that another call has ended meanwhile is ended. */
export const endWorkspace = async (
  deps: EndDeps,
  { workspaceId, byUserKey, forfeit }: Removal,
  context: CommandContext,
): Promise<{ readonly refused: LedgerRefusal } | { readonly endedAt: Position }> => {
  const { commands } = deps;
  const closed = await commands.handle(ledgerDecider, ledgerStream(workspaceId), closeLedger(deps, forfeit), context);
  if (closed.kind === 'refused') return { refused: closed.refusal };
  await endWork(deps, workspaceId, byUserKey, context);
  await removeProviderKeys(deps, workspaceId, context);
  await commands.handle(webhooksDecider, webhooksStream(workspaceId), { type: 'CloseWebhooks' }, context);
  const end = { type: 'DeleteWorkspace', byUserKey } as const;
  const ended = await commands.handle(workspaceDecider, workspaceStream(workspaceId), end, context);
  // From the beginning of a removal its owner stays one.
  assert(ended.kind !== 'refused' || ended.refusal.code === 'workspace_deleted', 'a removal that has begun ends');
  return { endedAt: ended.position };
};

/**
 * The closed ledger knows every job that may still do work: by its open hold. No other begins. A start that is not
 * decided is refused, and its hold goes back; a job that was queued is cancelled.
 */
const endWork = async (
  { commands }: EndDeps,
  workspaceId: string,
  requestedBy: string,
  context: CommandContext,
): Promise<void> => {
  const { state: ledger } = await commands.read(ledgerDecider, ledgerStream(workspaceId));
  const end = async ({ ownerId, n }: OpenHold): Promise<void> => {
    const stream = jobStream(ownerId);
    const refuse = { type: 'RefuseJob', n, reason: 'membership_required' } as const;
    const refused = await commands.handle(jobDecider, stream, refuse, context);
    if (refused.kind !== 'refused') return;
    // Refused for one that is final and keeps parts for frames in human review.
    await commands.handle(jobDecider, stream, { type: 'RequestCancel', requestedBy }, context);
  };
  await Promise.all(ledger.holds.map(end));
};

/** Nothing of them is left, once no process finds them by their workspace. */
const removeProviderKeys = async (
  { commands, objects }: EndDeps,
  workspaceId: string,
  context: CommandContext,
): Promise<void> => {
  const stream = workspaceStream(workspaceId);
  const { state } = await commands.read(workspaceDecider, stream);
  for (const [provider, key] of providerKeysOf(state)) {
    await removeReplaced(objects, key);
    const command = { type: 'RemoveProviderKey', provider } as const;
    const removed = await commands.handle(workspaceDecider, stream, command, context);
    await removeReplaced(objects, providerKeysOf(removed.state).get(provider));
  }
};
