/** The use cases by the names that tests call them by. One that no test asks for need not be here. */
import type { Application, Ground, UseCase } from '../../../src/application/application.ts';
import { createCapabilities } from '../../../src/application/capabilities/capabilities.ts';
import { createCreditSummary, createLedgerEntries } from '../../../src/application/credits/read-credits.ts';
import { createGrantCredits } from '../../../src/application/credits/grant-credits.ts';
import { createLedgerExport } from '../../../src/application/credits/read-ledger.ts';
import { createSetSpendLimits } from '../../../src/application/credits/spend-limits.ts';
import {
  createCancelJob,
  createDecideCheckpoint,
  createPauseJob,
  createResumeJob,
} from '../../../src/application/jobs/change-job.ts';
import { createListJobs } from '../../../src/application/jobs/list-jobs.ts';
import { createReadAnyJob, createReadJob } from '../../../src/application/jobs/read-job.ts';
import { createCreateProject } from '../../../src/application/projects/create-project.ts';
import {
  createListProjects,
  createReadProject,
  createReadScript,
  createReadStoryboard,
} from '../../../src/application/projects/read-contents.ts';
import { createReviseScript, createReviseStoryboard } from '../../../src/application/projects/revise.ts';
import { createIsAhead } from '../../../src/application/reading/answers.ts';
import { createPositionOf } from '../../../src/application/reading/last-written.ts';
import { createPlanAndCertify } from '../../../src/application/review/plan-certificate.ts';
import { createReadPhotoSequence } from '../../../src/application/review/sequence.ts';
import { createReview } from '../../../src/application/review/review.ts';
import { createListAssets } from '../../../src/application/storage/list-assets.ts';
import { createPreviewPicture } from '../../../src/application/storage/preview-picture.ts';
import {
  createCreateWorkspace,
  createDeleteWorkspace,
  createListWorkspaces,
} from '../../../src/application/tenancy/workspaces.ts';
import { createEnter } from '../../../src/application/tenancy/enter.ts';
import { createStoryboardBatch } from '../../../src/application/work/batch/storyboard-batch.ts';
import { createGenerateImage } from '../../../src/application/work/image/generate-image.ts';
import { createGenerate, createGeneratePlan } from '../../../src/application/work/storyboard/generate.ts';
import { createRepair } from '../../../src/application/work/storyboard/repair.ts';

export const makers = {
  enter: createEnter,
  positionOf: createPositionOf,
  isAhead: createIsAhead,
  listWorkspaces: createListWorkspaces,
  createWorkspace: createCreateWorkspace,
  deleteWorkspace: createDeleteWorkspace,
  createProject: createCreateProject,
  listProjects: createListProjects,
  project: createReadProject,
  script: createReadScript,
  storyboard: createReadStoryboard,
  reviseScript: createReviseScript,
  reviseStoryboard: createReviseStoryboard,
  planStoryboard: createPlanAndCertify,
  generate: createGenerate,
  generatePlan: createGeneratePlan,
  job: createReadJob,
  anyJob: createReadAnyJob,
  listJobs: createListJobs,
  cancelJob: createCancelJob,
  pauseJob: createPauseJob,
  resumeJob: createResumeJob,
  decideCheckpoint: createDecideCheckpoint,
  photoSequence: createReadPhotoSequence,
  review: createReview,
  repair: createRepair,
  generateImage: createGenerateImage,
  storyboardBatch: createStoryboardBatch,
  capabilities: createCapabilities,
  creditSummary: createCreditSummary,
  grantCredits: createGrantCredits,
  ledgerEntries: createLedgerEntries,
  exportLedger: createLedgerExport,
  setSpendLimits: createSetSpendLimits,
  listAssets: createListAssets,
  previewPicture: createPreviewPicture,
} as const satisfies Readonly<Record<string, UseCase<unknown>>>;

export type UseCases = { readonly [N in keyof typeof makers]: ReturnType<(typeof makers)[N]> };

export const useCasesOf = (application: Application): UseCases =>
  Object.fromEntries(
    Object.entries(makers).map(([name, create]) => [name, application(create as (ground: Ground) => unknown)]),
  ) as unknown as UseCases;
