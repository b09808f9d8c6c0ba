/** Webhooks of workspaces. */
import { DAY, SECOND } from './units.ts';

export const webhookLimits = {
  webhooksPerWorkspaceMax: 20,
  webhookDescriptionCharsMax: 200,
  /** Standard Webhooks 1.0: from 24 to 64 bytes. */
  webhookSecretBytes: 32,
  /** After a rotation the secret before stays valid beside the new one for so long. */
  webhookSecretOverlapMs: 1 * DAY,
  /** A stream of webhooks is summed up after so many events. */
  webhooksPeriodEvents: 100,
  /** News are tried again after this while a store is away. */
  newsRetryMs: 5 * SECOND,
} as const;
