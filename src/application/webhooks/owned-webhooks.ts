/** The webhooks of the caller's workspace, for its owners alone: their secrets sign in the name of the workspace. */
import { type Webhook, webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { roleOf } from '../../../commands/workspace/state.ts';
import { webhookOwnerProjection } from '../../../projections/webhook-owner.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, foreign, ok, refused, type Result } from '../calls/result.ts';
import { readDocument } from '../reading/read-document.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Services } from '../services/services.ts';

/** In the order of their creation. Refusal: workspace_forbidden. */
export const ownedWebhooks = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId, userKey }: Caller,
): Promise<Result<readonly Webhook[]>> => {
  const { state: workspace } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  if (roleOf(workspace, userKey) !== 'owner') {
    return refused('workspace_forbidden', 'only an owner of the workspace has to do with its webhooks');
  }
  return ok((await commands.read(webhooksDecider, webhooksStream(workspaceId))).state.webhooks);
};

/** Refusals: workspace_forbidden, project_forbidden, webhook_not_found. */
export const ownedWebhook = async (side: ReadSide, caller: Caller, webhookId: string): Promise<Result<Webhook>> => {
  const all = await ownedWebhooks(side, caller);
  if (all.kind === 'refused') return all;
  const found = webhookIn({ webhooks: all.value }, webhookId);
  if (found !== undefined) return ok(found);
  return (await isElsewhere(side, webhookId))
    ? foreign('webhook', webhookId)
    : refused('webhook_not_found', `there is no webhook ${webhookId}`);
};

/** As the whole log tells. No stream has the id, so it is unknown for as long as the read model cannot tell. */
const isElsewhere = async (side: ReadSide, id: string): Promise<boolean> => {
  const wanted = { owner: id, position: await side.feed.head(), id };
  const found = await readDocument(side, webhookOwnerProjection, wanted, async () => Promise.resolve(undefined));
  return found !== undefined && found !== 'behind';
};

/** From their stream: a list is never old. Refusal: workspace_forbidden. */
export const createListWebhooks =
  (deps: Pick<Services, 'commands'>) =>
  async (caller: Caller): Promise<Result<Body>> => {
    const own = await ownedWebhooks(deps, caller);
    return own.kind === 'refused' ? own : ok({ ok: true, webhooks: own.value.map(webhookView) });
  };

/** Refusals: workspace_forbidden, project_forbidden, webhook_not_found. */
export const createReadWebhook =
  (side: ReadSide) =>
  async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const own = await ownedWebhook(side, caller, webhookId);
    return own.kind === 'refused' ? own : ok({ ok: true, webhook: webhookView(own.value) });
  };

/**
 * Its sealed object is removed behind the event. Refusals: workspace_forbidden, project_forbidden, webhook_not_found.
 */
export const createRemoveWebhook =
  (side: ReadSide) =>
  async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const own = await ownedWebhook(side, caller, webhookId);
    if (own.kind === 'refused') return own;
    const command = { type: 'RemoveWebhook', webhookId } as const;
    await side.commands.handle(webhooksDecider, webhooksStream(caller.workspaceId), command, contextOf(caller));
    return ok({ ok: true, webhookId });
  };

/** A webhook as its owners see it: neither its address nor a secret. */
export const webhookView = ({ webhookId, host, events, description, createdAt, beforeUntil }: Webhook): Body => ({
  id: webhookId,
  host,
  events,
  description,
  createdAt,
  previousSecretUntil: beforeUntil,
});
