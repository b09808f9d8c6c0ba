/** Makes secrets of webhooks, and seals them with their address. */
import { limits } from '../../kernel/limits.ts';
import type { Ids } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { createSealedObjects, type SealedObjectsDeps } from '../services/sealed-objects.ts';
import { webhookBound, type WebhookSecrets } from '../services/webhook-secrets.ts';

export type WebhookSeals = {
  /** The name of the object. */
  put(workspaceId: string, webhookId: string, secrets: WebhookSecrets): Promise<string>;
  /** Of another object with the same content, where that is sealed under an earlier master key. */
  reseal(workspaceId: string, webhookId: string, object: string): Promise<string | undefined>;
};

/** Of the calls that seal. */
export type SealDeps = SealedObjectsDeps & { readonly objects: Pick<ObjectStore, 'remove'> };

/** In the form of Standard Webhooks 1.0. */
export const newSecret = (ids: Pick<Ids, 'bytes'>): string =>
  `whsec_${Buffer.from(ids.bytes(limits.webhookSecretBytes)).toString('base64')}`;

export const createWebhookSeals = (deps: SealedObjectsDeps): WebhookSeals => {
  const sealed = createSealedObjects(deps, 'webhooks');
  return Object.freeze({
    put: async (workspaceId: string, webhookId: string, secrets: WebhookSecrets) =>
      sealed.put(workspaceId, webhookBound(workspaceId, webhookId), JSON.stringify(secrets)),
    reseal: async (workspaceId: string, webhookId: string, object: string) =>
      sealed.reseal(workspaceId, webhookBound(workspaceId, webhookId), object),
  });
};
