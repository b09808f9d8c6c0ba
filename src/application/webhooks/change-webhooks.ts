/**
 * An owner makes a webhook, gives it another secret, and tries it. Its secret is in one answer, and in no later one.
 */
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { WebhookEvent } from '../../kernel/webhook-events.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { hostOf } from '../deliveries/send-webhook.ts';
import { nowText, type Services } from '../services/services.ts';
import { openWebhook, type SealDeps, sealNewSecret } from '../services/webhook-secrets.ts';
import { ownedWebhook, ownedWebhooks, webhookView } from './owned-webhooks.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { isLost, naming } from '../services/sealed-objects.ts';
import { createDeliveryAttempts, type DeliveryDeps } from '../deliveries/create-delivery-attempts.ts';
import { resultsOf } from '../deliveries/deliver.ts';
import { requestNotice } from './tell-webhooks.ts';

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
    const webhookId = newId('whk', ids);
    const { secret, object } = await sealNewSecret(deps, workspaceId, webhookId, { url, before: null });
    const about = { webhookId, host: hostOf(url), events: [...events], description, createdAt: nowText(clock), object };
    const command = { type: 'CreateWebhook', ...about } as const;
    const outcome = await naming(objects, object, async () =>
      commands.handle(webhooksDecider, webhooksStream(workspaceId), command, contextOf(caller)),
    );
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

/**
 * The secret before stays valid beside the new one for a day, so that a receiver can follow. Refusals:
 * workspace_forbidden, project_forbidden, webhook_not_found, content_lost. Fault `unavailable`: another call has
 * rotated it meanwhile.
 */
export const createRotateWebhook = (deps: ReadSide & Pick<Services, 'clock' | 'ids'> & SealDeps) => {
  const { commands, clock, objects } = deps;
  return async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const { workspaceId } = caller;
    const own = await ownedWebhook(deps, caller, webhookId);
    if (own.kind === 'refused') return own;
    const { object: from } = own.value;
    const opened = await openedOrLost(deps, workspaceId, own.value);
    if (opened === 'lost') {
      const now = await ownedWebhook(deps, caller, webhookId);
      if (now.kind === 'refused') return now;
      if (now.value.object !== from) throw rotatedMeanwhile(webhookId);
      return refused('content_lost', 'the address of this webhook does not open any more: remove it, create another');
    }
    const { url, secret: before } = opened;
    const { secret, object } = await sealNewSecret(deps, workspaceId, webhookId, { url, before });
    const command = { type: 'RotateWebhook', webhookId, from, object, now: nowText(clock) } as const;
    const outcome = await naming(objects, object, async () =>
      commands.handle(webhooksDecider, webhooksStream(workspaceId), command, contextOf(caller)),
    );
    if (outcome.kind === 'refused') {
      await objects.remove(object);
      if (outcome.refusal.code === 'webhook_unknown') return refused('webhook_not_found');
      throw rotatedMeanwhile(webhookId);
    }
    const webhook = webhookIn(outcome.state, webhookId);
    assert(webhook !== undefined, 'a webhook that was rotated is there');
    return ok({ ok: true, webhook: webhookView(webhook), secret });
  };
};

const openedOrLost = async (
  ...asked: Parameters<typeof openWebhook>
): Promise<Awaited<ReturnType<typeof openWebhook>> | 'lost'> => {
  try {
    return await openWebhook(...asked);
  } catch (error) {
    if (isLost(error)) return 'lost';
    throw error;
  }
};

const rotatedMeanwhile = (webhookId: string): Fault =>
  new Fault('unavailable', `another call has sealed the secrets of ${webhookId} meanwhile: ask again`);

/**
 * A delivery that tells nothing, to see whether a receiver takes it: its first attempt is within the request.
 * Refusals: workspace_forbidden, project_forbidden, webhook_not_found.
 */
export const createPingWebhook = (deps: ReadSide & Pick<Services, 'clock' | 'ids'> & DeliveryDeps) => {
  const attempts = createDeliveryAttempts(deps);
  return async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const own = await ownedWebhook(deps, caller, webhookId);
    if (own.kind === 'refused') return own;
    const { workspaceId } = caller;
    const id = newId('dlv', deps.ids);
    const requestedAt = nowText(deps.clock);
    const notice = { type: 'webhook.ping', timestamp: requestedAt, data: { workspaceId, webhookId } } as const;
    const context = { ...contextOf(caller), workspaceId };
    await requestNotice(attempts, notice, { webhook: own.value, deliveryId: id, eventId: null, requestedAt }, context);
    await attempts.attempt({ workspaceId, id }, [0], context);
    return ok({ ok: true, deliveryId: id, results: resultsOf(await attempts.stateOf({ workspaceId, id })) });
  };
};
