/** Every operation, in the order of the document. A new one: a declaration, a line here, a route under `routes/`. */
import type { Operation } from './operation.ts';
import * as credits from './operations/credits.ts';
import * as images from './operations/images.ts';
import * as jobs from './operations/jobs.ts';
import * as photoSequences from './operations/photo-sequences.ts';
import * as product from './operations/product.ts';
import * as production from './operations/production.ts';
import * as projects from './operations/projects.ts';
import * as storyboardImages from './operations/storyboard-images.ts';
import * as workspaces from './operations/workspaces.ts';

export const operations: readonly Operation[] = [
  projects.listProjects,
  projects.createProject,
  projects.getProject,
  projects.getScript,
  projects.reviseScript,
  projects.getStoryboard,
  projects.reviseStoryboard,
  storyboardImages.planStoryboardImages,
  storyboardImages.generateStoryboardImages,
  storyboardImages.generatePlan,
  jobs.pollJob,
  jobs.streamJob,
  jobs.listJobs,
  jobs.cancelJob,
  photoSequences.getPhotoSequence,
  photoSequences.reviewPhotoSequence,
  photoSequences.repairPhotoSequence,
  images.generateImage,
  images.generateStoryboardBatch,
  production.getCapabilities,
  workspaces.listWorkspaces,
  workspaces.createWorkspace,
  workspaces.deleteWorkspace,
  credits.getCreditSummary,
  credits.grantCredits,
  credits.listLedgerEntries,
  product.getProductManifest,
  product.getOpenApi,
  product.getAsyncApi,
] as readonly Operation[];
