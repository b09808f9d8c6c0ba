/** The webhooks of the caller's workspace, for its owners alone: their secrets sign in the name of the workspace. */
import { webhooksDecider } from '../../../commands/webhooks/decider.ts';
import { type Webhook, webhookIn } from '../../../commands/webhooks/state.ts';
import { webhooksStream } from '../../../commands/webhooks/stream.ts';
import { workspaceDecider } from '../../../commands/workspace/decider.ts';
import { roleOf } from '../../../commands/workspace/queries.ts';
import { workspaceStream } from '../../../commands/workspace/stream.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
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

/** Refusals: workspace_forbidden, webhook_not_found. */
export const ownedWebhook = async (
  deps: Pick<Services, 'commands'>,
  caller: Caller,
  webhookId: string,
): Promise<Result<Webhook>> => {
  const all = await ownedWebhooks(deps, caller);
  if (all.kind === 'refused') return all;
  const found = webhookIn({ webhooks: all.value }, webhookId);
  return found === undefined ? refused('webhook_not_found', `there is no webhook ${webhookId}`) : ok(found);
};
