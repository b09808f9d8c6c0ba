/**
 * Every bound of the service, units in the name, gathered from `limits/`, one file a subject. "spec" marks a number of
 * the specification; the others are ours.
 */
import { childLimits } from './limits/children.ts';
import { deliveryLimits } from './limits/delivery.ts';
import { dispatchLimits } from './limits/dispatch.ts';
import { filmLimits } from './limits/films.ts';
import { httpLimits } from './limits/http.ts';
import { ledgerLimits } from './limits/ledger.ts';
import { logLimits } from './limits/log.ts';
import { messageLimits } from './limits/messages.ts';
import { objectLimits } from './limits/objects.ts';
import { outboundLimits } from './limits/outbound.ts';
import { processLimits } from './limits/process.ts';
import { projectLimits } from './limits/projects.ts';
import { readModelLimits } from './limits/read-models.ts';
import { remoteLimits } from './limits/remote.ts';

export const limits = {
  ...logLimits,
  ...httpLimits,
  ...projectLimits,
  ...filmLimits,
  ...deliveryLimits,
  ...dispatchLimits,
  ...childLimits,
  ...messageLimits,
  ...ledgerLimits,
  ...readModelLimits,
  ...objectLimits,
  ...outboundLimits,
  ...remoteLimits,
  ...processLimits,
} as const;

/** Requests a minute by authority class: of each workspace, and of each user over all workspaces. */
export const rateLimits = { Read: 6_000, Plan: 120, Mutate: 120, Spend: 60, Approve: 120, Admin: 30 } as const;
