/** The only list of read models. Each is the one owner of its documents. */
import type { Projection } from '../src/kernel/projection.ts';
import { assetLibraryProjection } from './asset-library.ts';
import { creditSummaryProjection } from './credit-summary.ts';
import { deliveryListProjection } from './delivery-list.ts';
import { jobProjection } from './job/definition.ts';
import { ledgerEntriesProjection } from './ledger-entries.ts';
import { openWorkProjection } from './open-work/definition.ts';
import { planProjection } from './plan/definition.ts';
import { projectListProjection } from './project-list.ts';
import { webhookOwnerProjection } from './webhook-owner.ts';
import { workspaceListProjection } from './workspace-list.ts';

/** In the order of their names. The runner gives each the documents that it made itself. */
export const projections = [
  assetLibraryProjection,
  creditSummaryProjection,
  deliveryListProjection,
  jobProjection,
  ledgerEntriesProjection,
  openWorkProjection,
  planProjection,
  projectListProjection,
  webhookOwnerProjection,
  workspaceListProjection,
] as readonly Projection[];
