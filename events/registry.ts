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

const categories = {
  workspace: workspaceEvents,
  ledger: ledgerEvents,
  project: projectEvents,
  plan: planEvents,
  job: jobEvents,
  request: requestEvents,
  settings: settingsEvents,
  delivery: deliveryEvents,
  upload: uploadEvents,
  webhooks: webhooksEvents,
  system: systemEvents,
};

export const eventTypes: readonly EventDefinition[] = Object.values(categories).flat();

export type Category = keyof typeof categories;
/** The types of the events of a category: a table of some of them is held against this. */
export type TypeIn<C extends Category> = (typeof categories)[C][number]['type'];
