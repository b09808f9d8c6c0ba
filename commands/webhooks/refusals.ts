import type { Refusal } from '../../src/kernel/decider.ts';

export type WebhooksRefusal = Refusal<
  /** The workspace ends. */
  | 'webhooks_closed'
  /** The workspace has its maximum. */
  | 'too_many_webhooks'
  /** It was removed, or never there. */
  | 'webhook_unknown'
  /** Another call has sealed its secrets anew since they were read. */
  | 'webhook_changed'
>;
