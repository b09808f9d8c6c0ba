/** An owner removes a webhook. Its sealed object is removed behind the event. */
import { webhooksDecider, webhooksStream } from '../../../commands/webhooks.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { ownedWebhook } from './owned-webhooks.ts';

/** Refusals: workspace_forbidden, project_forbidden, webhook_not_found. */
export const createRemoveWebhook =
  (side: ReadSide) =>
  async (caller: Caller, webhookId: string): Promise<Result<Body>> => {
    const own = await ownedWebhook(side, caller, webhookId);
    if (own.kind === 'refused') return own;
    const command = { type: 'RemoveWebhook', webhookId } as const;
    await side.commands.handle(webhooksDecider, webhooksStream(caller.workspaceId), command, contextOf(caller));
    return ok({ ok: true, webhookId });
  };
