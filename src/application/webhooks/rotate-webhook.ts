/** A webhook gets another secret. The one before stays valid beside it for a day, so that a receiver can follow. */
import { webhooksDecider } from '../../../commands/webhooks/decider.ts';
import { webhookIn } from '../../../commands/webhooks/state.ts';
import { webhooksStream } from '../../../commands/webhooks/stream.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { nowText, type Services } from '../services/services.ts';
import { openWebhook, type SealDeps, sealNewSecret } from '../services/webhook-secrets.ts';
import { ownedWebhook } from './owned-webhooks.ts';
import { webhookView } from './webhook-view.ts';

/**
 * Refusals: workspace_forbidden, project_forbidden, webhook_not_found. Fault `unavailable`: another call has rotated it
 * meanwhile.
 */
export const createRotateWebhook = (deps: ReadSide & Pick<Services, 'clock' | 'ids'> & SealDeps) => {
  const { commands, clock, objects } = deps;
  return async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const { workspaceId } = caller;
    const own = await ownedWebhook(deps, caller, webhookId);
    if (own.kind === 'refused') return own;
    const { object: from } = own.value;
    const { url, secret: before } = await openWebhook(deps, workspaceId, own.value);
    const { secret, object } = await sealNewSecret(deps, workspaceId, webhookId, { url, before });
    const command = { type: 'RotateWebhook', webhookId, from, object, now: nowText(clock) } as const;
    const outcome = await commands.handle(webhooksDecider, webhooksStream(workspaceId), command, contextOf(caller));
    if (outcome.kind === 'refused') {
      await objects.remove(object);
      if (outcome.refusal.code === 'webhook_unknown') return refused('webhook_not_found');
      throw new Fault('unavailable', `another call has sealed the secrets of ${webhookId} meanwhile: ask again`);
    }
    const webhook = webhookIn(outcome.state, webhookId);
    assert(webhook !== undefined, 'a webhook that was rotated is there');
    return ok({ ok: true, webhook: webhookView(webhook), secret });
  };
};
