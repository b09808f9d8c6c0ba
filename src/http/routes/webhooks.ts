import {
  createCreateWebhook,
  createPingWebhook,
  createRotateWebhook,
} from '../../application/webhooks/change-webhooks.ts';
import {
  createListWebhooks,
  createReadWebhook,
  createRemoveWebhook,
} from '../../application/webhooks/owned-webhooks.ts';
import { declared } from '../contract/operations/registry.ts';
import { plain, type Route } from './route.ts';

export const webhookRoutes: readonly Route[] = [
  plain(declared.createWebhook, createCreateWebhook, async (create, { caller, body }) => create(caller, body)),
  plain(declared.listWebhooks, createListWebhooks, async (list, { caller }) => list(caller)),
  plain(declared.getWebhook, createReadWebhook, async (read, { caller, parameters }) =>
    read(caller, parameters.webhookId),
  ),
  plain(declared.removeWebhook, createRemoveWebhook, async (remove, { caller, parameters }) =>
    remove(caller, parameters.webhookId),
  ),
  plain(declared.rotateWebhook, createRotateWebhook, async (rotate, { caller, parameters }) =>
    rotate(caller, parameters.webhookId),
  ),
  plain(declared.pingWebhook, createPingWebhook, async (ping, { caller, parameters }) =>
    ping(caller, parameters.webhookId),
  ),
];
