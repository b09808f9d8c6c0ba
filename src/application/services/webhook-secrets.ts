/** The sealed part of a webhook: its address, its secret, and the one before that may still be valid. */
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Bound, Secrets } from '../../ports/secrets.ts';

export type WebhookSecrets = {
  readonly url: string;
  /** In the form of Standard Webhooks. */
  readonly secret: string;
  readonly before: string | null;
};

export const webhookBound = (workspaceId: string, webhookId: string): Bound => ['webhook', workspaceId, webhookId];

export type OpenWebhookDeps = {
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly secrets: Pick<Secrets, 'open'>;
};

/** Faults: `not_found`, the object is gone; `corrupt`, it does not open here; those of the store. */
export const openWebhook = async (
  { objects, secrets }: OpenWebhookDeps,
  workspaceId: string,
  { webhookId, object }: { readonly webhookId: string; readonly object: string },
): Promise<WebhookSecrets> =>
  JSON.parse(secrets.open(await objects.get(object), webhookBound(workspaceId, webhookId))) as WebhookSecrets;
