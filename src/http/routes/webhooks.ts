import { createCreateWebhook } from '../../application/webhooks/create-webhook.ts';
import { createPingWebhook } from '../../application/webhooks/ping-webhook.ts';
import { createListWebhooks, createReadWebhook } from '../../application/webhooks/read-webhooks.ts';
import { createRemoveWebhook } from '../../application/webhooks/remove-webhook.ts';
import { createRotateWebhook } from '../../application/webhooks/rotate-webhook.ts';
import * as declared from '../contract/operations/webhooks.ts';
import { plain, type Route } from './route.ts';

export const webhookRoutes: readonly Route[] = [
  plain(declared.createWebhook, createCreateWebhook),
  plain(declared.listWebhooks, createListWebhooks),
  plain(declared.getWebhook, createReadWebhook),
  plain(declared.removeWebhook, createRemoveWebhook),
  plain(declared.rotateWebhook, createRotateWebhook),
  plain(declared.pingWebhook, createPingWebhook),
];
