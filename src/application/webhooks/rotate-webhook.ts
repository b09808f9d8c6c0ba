/** A webhook gets another secret. The one before stays valid beside it for a day, so that a receiver can follow. */
import { webhookIn, webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { nowText, type Services } from '../services/services.ts';
import { isLost } from '../services/sealed-objects.ts';
import { openWebhook, type SealDeps, sealNewSecret } from '../services/webhook-secrets.ts';
import { ownedWebhook, webhookView } from './owned-webhooks.ts';

/**
 * Refusals: workspace_forbidden, project_forbidden, webhook_not_found, content_lost. Fault `unavailable`: another call
 * has rotated it meanwhile.
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
    const outcome = await commands.handle(webhooksDecider, webhooksStream(workspaceId), command, contextOf(caller));
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
