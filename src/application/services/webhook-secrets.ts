/** The sealed part of a webhook: its address, its secret, and the one before that may still be valid. */
import { limits } from '../../kernel/limits.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Bound, Secrets } from '../../ports/secrets.ts';
import { createSealedObjects, type SealedObjectsDeps } from './sealed-objects.ts';

export type WebhookSecrets = {
  readonly url: string;
  /** In the form of Standard Webhooks 1.0. */
  readonly secret: string;
  readonly before: string | null;
};

const boundOf = (workspaceId: string, webhookId: string): Bound => ['webhook', workspaceId, webhookId];

export const createWebhookSeals = (deps: SealedObjectsDeps) => createSealedObjects(deps, 'webhooks', boundOf);

/** Of the calls that seal. */
export type SealDeps = SealedObjectsDeps & { readonly objects: Pick<ObjectStore, 'remove'> };

/** Makes a secret, and seals it with the address: the secret, and the name of its object. */
export const sealNewSecret = async (
  deps: SealDeps,
  workspaceId: string,
  webhookId: string,
  { url, before }: Omit<WebhookSecrets, 'secret'>,
): Promise<{ readonly secret: string; readonly object: string }> => {
  const secret = `whsec_${Buffer.from(deps.ids.bytes(limits.webhookSecretBytes)).toString('base64')}`;
  const content: WebhookSecrets = { url, secret, before };
  return { secret, object: await createWebhookSeals(deps).put(workspaceId, webhookId, JSON.stringify(content)) };
};

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
  JSON.parse(secrets.open(await objects.get(object), boundOf(workspaceId, webhookId))) as WebhookSecrets;
