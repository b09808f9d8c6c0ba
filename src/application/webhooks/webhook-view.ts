/** A webhook as its owners see it: neither its address nor a secret. */
import type { Webhook } from '../../../commands/webhooks.ts';
import type { Body } from '../calls/stored-answer.ts';

export const webhookView = ({ webhookId, host, events, description, createdAt, beforeUntil }: Webhook): Body => ({
  id: webhookId,
  host,
  events,
  description,
  createdAt,
  previousSecretUntil: beforeUntil,
});
