/** Every use case on its dependencies: the `Application` that routes and tools see. */
import type { Application } from '../application/application.ts';
import { createCapabilities } from '../application/capabilities/capabilities.ts';
import { createCreditSummary } from '../application/credits/credit-summary.ts';
import { createGrantCredits } from '../application/credits/grant-credits.ts';
import { createLedgerEntries } from '../application/credits/ledger-entries.ts';
import { createGenerate, createGeneratePlan } from '../application/work/storyboard/generate.ts';
import { createRepair } from '../application/work/storyboard/repair.ts';
import { createGenerateImage } from '../application/work/image/generate-image.ts';
import { createStoryboardBatch } from '../application/work/batch/storyboard-batch.ts';
import { createPlanStoryboard } from '../application/work/storyboard/plan-storyboard.ts';
import { createCreateProject } from '../application/projects/create-project.ts';
import { createListProjects } from '../application/projects/list-projects.ts';
import { createReadProject, createReadScript, createReadStoryboard } from '../application/projects/read-contents.ts';
import { createReviseScript } from '../application/projects/revise-script.ts';
import { createReviseStoryboard } from '../application/projects/revise-storyboard.ts';
import { createListJobs } from '../application/jobs/list-jobs.ts';
import { createListWorkspaces } from '../application/tenancy/list-workspaces.ts';
import { createReadJob } from '../application/jobs/read-job.ts';
import { createReadPhotoSequence } from '../application/review/read-photo-sequence.ts';
import { createReadSide } from '../application/reading/read-side.ts';
import { createCancelJob } from '../application/jobs/cancel-job.ts';
import { createReview } from '../application/review/review.ts';
import { createPeople } from '../application/people/people.ts';
import { createCompletePersonal } from '../application/tenancy/complete-personal.ts';
import { createCreateWorkspace } from '../application/tenancy/create-workspace.ts';
import { createDeleteWorkspace } from '../application/tenancy/delete-workspace.ts';
import { createEnter } from '../application/tenancy/enter.ts';
import type { Core } from './core.ts';
import { createProjectGate } from '../application/projects/project-gate.ts';

export const composeApplication = (core: Core): Application => {
  const { services, system, stores, codec, readModels, config } = core;
  const { commands } = services;
  const { documents, feed, store } = stores;
  const people = createPeople({ documents, clock: services.clock, logger: services.logger });
  const reading = { commands, documents, readModels, feed, eventStore: store, codec, turns: system.turns, people };
  const side = createReadSide(reading);
  const { written } = side;
  const gated = { ...side, projects: createProjectGate(commands) };
  const { trialCredits } = config;
  const trial = { trialCredits, localTrialCredits: trialCredits };
  const completePersonal = createCompletePersonal({ ...services, written, ...trial });
  const projects = { ...services, streams: side.streams, timers: system.timers };
  const waiting = { ...services, timers: system.timers };
  return {
    enter: createEnter({ commands, completePersonal, people }),
    listWorkspaces: createListWorkspaces(side),
    createWorkspace: createCreateWorkspace({ ...services, written }),
    deleteWorkspace: createDeleteWorkspace(side),
    createProject: createCreateProject(projects),
    listProjects: createListProjects(side),
    project: createReadProject(gated),
    script: createReadScript({ ...services, ...side }),
    storyboard: createReadStoryboard({ ...services, ...side }),
    reviseScript: createReviseScript(projects),
    reviseStoryboard: createReviseStoryboard(projects),
    planStoryboard: createPlanStoryboard(services),
    generate: createGenerate(services),
    generatePlan: createGeneratePlan(services),
    repair: createRepair(services),
    generateImage: createGenerateImage(waiting),
    storyboardBatch: createStoryboardBatch(waiting),
    job: createReadJob(gated),
    listJobs: createListJobs(gated),
    cancelJob: createCancelJob({ commands, streams: side.streams }),
    photoSequence: createReadPhotoSequence(gated),
    review: createReview({ ...services, streams: side.streams, people, written }),
    capabilities: createCapabilities({ ...services, flags: config.flags }),
    creditSummary: createCreditSummary(side),
    grantCredits: createGrantCredits({ ...services, written }),
    ledgerEntries: createLedgerEntries(side),
    positionOf: (workspaceId) => written.ofWorkspace(workspaceId),
  };
};
