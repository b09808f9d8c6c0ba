/** A workspace gets another webhook. Its secret is in this answer, and in no later one. */
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import type { WebhookEvent } from '../../kernel/webhook-events.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { hostOf } from '../deliveries/host-of.ts';
import { nowText, type Services } from '../services/services.ts';
import { type SealDeps, sealNewSecret } from '../services/webhook-secrets.ts';
import { ownedWebhooks, webhookView } from './owned-webhooks.ts';

type WebhookRequest = {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description?: string | null;
};

/** Refusals: workspace_forbidden, too_many_webhooks. */
export const createCreateWebhook = (deps: Pick<Services, 'commands' | 'clock' | 'ids'> & SealDeps) => {
  const { commands, clock, ids, objects } = deps;
  return async (caller: Caller, { url, events, description = null }: WebhookRequest): Promise<Result<Body>> => {
    const { workspaceId } = caller;
    const own = await ownedWebhooks(deps, caller);
    if (own.kind === 'refused') return own;
    const webhookId = idFromBytes('whk', ids.bytes(17));
    const { secret, object } = await sealNewSecret(deps, workspaceId, webhookId, { url, before: null });
    const about = { webhookId, host: hostOf(url), events: [...events], description, createdAt: nowText(clock), object };
    const command = { type: 'CreateWebhook', ...about } as const;
    const outcome = await commands.handle(webhooksDecider, webhooksStream(workspaceId), command, contextOf(caller));
    if (outcome.kind === 'refused') {
      await objects.remove(object);
      return outcome.refusal.code === 'webhooks_closed'
        ? refused('workspace_forbidden', 'the workspace is being removed')
        : refused('too_many_webhooks');
    }
    const webhook = webhookIn(outcome.state, webhookId);
    assert(webhook !== undefined, 'a webhook that was created is there');
    return ok({ ok: true, webhook: webhookView(webhook), secret });
  };
};
