/**
 * Every bound of the service, units in the name, gathered from `limits/`, one file a subject. "spec" marks a number of
 * the specification; the others are ours.
 */
import { childLimits } from './limits/children.ts';
import { deliveryLimits } from './limits/delivery.ts';
import { dispatchLimits } from './limits/dispatch.ts';
import { eventStoreDbLimits } from './limits/event-store-db.ts';
import { filmLimits } from './limits/films.ts';
import { httpLimits } from './limits/http.ts';
import { integrityLimits } from './limits/integrity.ts';
import { ledgerLimits } from './limits/ledger.ts';
import { logLimits } from './limits/log.ts';
import { mediaProbeLimits } from './limits/media-probe.ts';
import { messageLimits } from './limits/messages.ts';
import { mongoLimits } from './limits/mongo.ts';
import { objectLimits } from './limits/objects.ts';
import { outboundLimits } from './limits/outbound.ts';
import { processLimits } from './limits/process.ts';
import { projectLimits } from './limits/projects.ts';
import { readModelLimits } from './limits/read-models.ts';
import { readingLimits } from './limits/reading.ts';
import { remoteLimits } from './limits/remote.ts';
import { reviewLimits } from './limits/review.ts';
import { settingsLimits } from './limits/settings.ts';
import { soundLimits } from './limits/sound.ts';
import { speechLimits } from './limits/speech.ts';
import { sqliteLimits } from './limits/sqlite.ts';
import { supervisionLimits } from './limits/supervision.ts';
import { tokenLimits } from './limits/tokens.ts';
import { uploadLimits } from './limits/uploads.ts';
import { videoLimits } from './limits/video.ts';
import { webhookLimits } from './limits/webhooks.ts';

export const limits = {
  ...logLimits,
  ...readingLimits,
  ...httpLimits,
  ...tokenLimits,
  ...projectLimits,
  ...reviewLimits,
  ...settingsLimits,
  ...filmLimits,
  ...deliveryLimits,
  ...dispatchLimits,
  ...childLimits,
  ...soundLimits,
  ...speechLimits,
  ...messageLimits,
  ...supervisionLimits,
  ...ledgerLimits,
  ...integrityLimits,
  ...readModelLimits,
  ...sqliteLimits,
  ...mongoLimits,
  ...eventStoreDbLimits,
  ...objectLimits,
  ...outboundLimits,
  ...remoteLimits,
  ...mediaProbeLimits,
  ...processLimits,
  ...uploadLimits,
  ...videoLimits,
  ...webhookLimits,
} as const;

/** Requests a minute by authority class: of each workspace, and of each user over all workspaces. */
export const rateLimits = { Read: 6_000, Plan: 120, Mutate: 120, Spend: 60, Approve: 120, Admin: 30 } as const;
