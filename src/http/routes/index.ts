/** The routes of all operations; `app.ts` refuses to start while the two lists differ. */
import { commerceRoutes } from './commerce.ts';
import { creditRoutes } from './credits.ts';
import { deliveryRoutes } from './delivery.ts';
import { imageRoutes } from './images.ts';
import { jobRoutes } from './jobs.ts';
import { ledgerRoutes } from './ledger.ts';
import { photoSequenceRoutes } from './photo-sequences.ts';
import { productionRoutes } from './production.ts';
import { projectRoutes } from './projects.ts';
import type { Route } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { soundRoutes } from './sound.ts';
import { storageRoutes } from './storage.ts';
import { storyboardImageRoutes } from './storyboard-images.ts';
import { videoRoutes } from './videos.ts';
import { webhookRoutes } from './webhooks.ts';
import { workspaceRoutes } from './workspaces.ts';

export const routes: readonly Route[] = [
  ...projectRoutes,
  ...storyboardImageRoutes,
  ...jobRoutes,
  ...photoSequenceRoutes,
  ...imageRoutes,
  ...soundRoutes,
  ...videoRoutes,
  ...commerceRoutes,
  ...storageRoutes,
  ...deliveryRoutes,
  ...webhookRoutes,
  ...productionRoutes,
  ...settingsRoutes,
  ...workspaceRoutes,
  ...creditRoutes,
  ...ledgerRoutes,
];
