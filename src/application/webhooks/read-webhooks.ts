/** The webhooks of a workspace, from their stream: a list is never old. */
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Services } from '../services/services.ts';
import { ownedWebhook, ownedWebhooks } from './owned-webhooks.ts';
import { webhookView } from './webhook-view.ts';

/** Refusal: workspace_forbidden. */
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
