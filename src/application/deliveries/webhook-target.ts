/** Where a delivery to a webhook of the workspace goes at this moment, and the secrets that are valid now. */
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { workspaceDecider, workspaceStream } from '../../../commands/workspace/decider.ts';
import { isLost } from '../services/sealed-objects.ts';
import { nowText, type Services } from '../services/services.ts';
import { type OpenWebhookDeps, openWebhook } from '../services/webhook-secrets.ts';

export type WebhookTarget = { readonly url: string; readonly secrets: readonly string[] };

type Deps = OpenWebhookDeps & Pick<Services, 'commands'> & { readonly clock: Pick<Services['clock'], 'now'> };

/** `removed`: the webhook, or its workspace. `lost`: its sealed address does not open. */
export const webhookTarget = async (
  deps: Deps,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookTarget | 'removed' | 'lost'> => {
  const { commands, clock } = deps;
  const look = async () =>
    webhookIn((await commands.read(webhooksDecider, webhooksStream(workspaceId))).state, webhookId);
  const webhook = await look();
  const { state: workspace } = await commands.read(workspaceDecider, workspaceStream(workspaceId));
  if (webhook === undefined || workspace.status !== 'active') return 'removed';
  try {
    const { url, secret, before } = await openWebhook(deps, workspaceId, webhook);
    const isBeforeValid = before !== null && webhook.beforeUntil !== null && nowText(clock) < webhook.beforeUntil;
    return { url, secrets: isBeforeValid ? [secret, before] : [secret] };
  } catch (error) {
    if (!isLost(error)) throw error;
    // Its secrets were sealed anew meanwhile, and the object before is gone.
    return (await look())?.object === webhook.object ? 'lost' : webhookTarget(deps, workspaceId, webhookId);
  }
};
