/** The only list of event types. A type that is not here can be neither written nor read. */
import type { EventDefinition } from '../src/kernel/event.ts';
import { deliveryEvents } from './delivery.ts';
import { jobEvents } from './job.ts';
import { ledgerEvents } from './ledger.ts';
import { planEvents } from './plan.ts';
import { projectEvents } from './project.ts';
import { requestEvents } from './request.ts';
import { settingsEvents } from './settings.ts';
import { systemEvents } from './system.ts';
import { uploadEvents } from './upload.ts';
import { webhooksEvents } from './webhooks.ts';
import { workspaceEvents } from './workspace.ts';

export const eventTypes: readonly EventDefinition[] = [
  ...workspaceEvents,
  ...ledgerEvents,
  ...projectEvents,
  ...planEvents,
  ...jobEvents,
  ...requestEvents,
  ...settingsEvents,
  ...deliveryEvents,
  ...uploadEvents,
  ...webhooksEvents,
  ...systemEvents,
];
