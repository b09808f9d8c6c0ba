/** A user makes a workspace, which it then owns, lists the ones that it belongs to, and removes one. */
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import {
  workspaceItem,
  type WorkspaceListDocument,
  workspaceListProjection,
} from '../../../projections/workspace-list.ts';
import { type Caller, contextOf, isWithin, namedWorkspace } from '../calls/caller.ts';
import { type Idempotency, requestKey } from '../calls/idempotency.ts';
import { type Body, json, ok, refused, type Refused, type Result, type StoredAnswer } from '../calls/result.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';
import type { Position } from '../../kernel/position.ts';
import { behind, type Freshness, positionFor, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import { assert } from '../../kernel/faults.ts';
import { personalWorkspaceId } from '../../kernel/ids.ts';
import { readPage } from '../reading/read-page.ts';
import { closeLedger, type EndDeps, endWorkspace } from './end-workspace.ts';

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

/** In the order of joining. A bound token is told of its own alone. */
export const createListWorkspaces =
  (side: ReadSide) =>
  async (caller: Caller, page: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> =>
    readList(side, withinBound(caller, positionFor(side, caller, fresh)), page, (workspaces) => ({
      ok: true,
      workspaces: workspaces.map(({ body }) => workspaceItem(body)),
    }));

const withinBound = (caller: Caller, position: Position) => ({
  ...workspacesOf(caller, position),
  keep: ({ workspaceId }: WorkspaceListDocument) => isWithin(caller, workspaceId),
});

export const workspacesOf = ({ userKey }: Pick<Caller, 'userKey'>, position: Position) => ({
  name: 'workspaces',
  projection: workspaceListProjection,
  owner: userKey,
  position,
  index: 'byJoined',
  descending: false,
  keyOf: ({ joinedPosition }: WorkspaceListDocument) => joinedPosition,
});

/** Unknown, deleted, another tenant's, or the caller's without being its owner: all alike. */
const forbidden = refused('workspace_forbidden');

/**
 * The removal of a workspace (decision 0161). Its own stream decides first: from then on an owner stays one, it gets
 * no key, and no other call writes in it. The other steps follow. The supervisor carries on a removal whose process
 * died. `forfeit`: paid credits may be left.
 */
export const createDeleteWorkspace =
  (deps: ReadSide & EndDeps) =>
  async (caller: Caller, workspaceId: string, forfeit = false): Promise<Result<Body>> => {
    const { commands, written } = deps;
    const byUserKey = caller.userKey;
    const stream = workspaceStream(workspaceId);
    const { state, role } = await namedWorkspace(deps, caller, workspaceId);
    if (role !== 'owner') return forbidden;
    if (state.status === 'active' && state.personal) return refusePersonal(deps, caller, workspaceId);
    const context = { ...contextOf(caller), workspaceId };
    // Looked at before: what has begun is not taken back. Later credits keep the ledger open until they are forfeited.
    const before = await commands.read(ledgerDecider, ledgerStream(workspaceId));
    const decision = ledgerDecider.decide(closeLedger(deps, forfeit), before.state, before.revision);
    if (decision.kind === 'refused') return creditsLeft(decision.refusal);
    const begin = { type: 'BeginRemoval', byUserKey, forfeit } as const;
    const begun = await commands.handle(workspaceDecider, stream, begin, context);
    if (begun.kind === 'refused') return forbidden;
    const end = await endWorkspace(deps, { workspaceId, byUserKey, forfeit }, context);
    if ('refused' in end) return creditsLeft(end.refused);
    written.note(caller, end.endedAt);
    // The personal workspace is the caller's for good (I22), also when others are deleted or left at this moment.
    return ok({ ok: true, nextWorkspaceId: personalWorkspaceId(byUserKey) });
  };

const creditsLeft = ({ code, detail }: LedgerRefusal): Refused => {
  assert(code === 'paid_credits_left', `a ledger did not close: ${code}`);
  const message = 'the workspace has paid credits left: with forfeitCredits=true it is removed all the same';
  return refused('workspace_has_credits', message, detail);
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
