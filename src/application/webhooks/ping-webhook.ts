/** A delivery that tells nothing, to see whether a receiver takes it: its first attempt is within the request. */
import { idFromBytes } from '../../kernel/ids.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { createDeliveryAttempts, type DeliveryDeps } from '../deliveries/create-delivery-attempts.ts';
import { resultsOf } from '../deliveries/deliver.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { nowText, type Services } from '../services/services.ts';
import { ownedWebhook } from './owned-webhooks.ts';
import { requestNotice } from './request-notice.ts';

/** Refusals: workspace_forbidden, project_forbidden, webhook_not_found. */
export const createPingWebhook = (deps: ReadSide & Pick<Services, 'clock' | 'ids'> & DeliveryDeps) => {
  const attempts = createDeliveryAttempts(deps);
  return async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const own = await ownedWebhook(deps, caller, webhookId);
    if (own.kind === 'refused') return own;
    const { workspaceId } = caller;
    const id = idFromBytes('dlv', deps.ids.bytes(17));
    const requestedAt = nowText(deps.clock);
    const notice = { type: 'webhook.ping', timestamp: requestedAt, data: { workspaceId, webhookId } } as const;
    const context = { ...contextOf(caller), workspaceId };
    await requestNotice(attempts, notice, { webhook: own.value, deliveryId: id, eventId: null, requestedAt }, context);
    await attempts.attempt({ workspaceId, id }, [0], context);
    return ok({ ok: true, deliveryId: id, results: resultsOf(await attempts.stateOf({ workspaceId, id })) });
  };
};
