import { createReadAnyJob } from '../../application/jobs/read-job.ts';
import { refused } from '../../application/calls/result.ts';
import { FILM_KINDS } from '../../application/work/job-answer.ts';
import { createQualityCheck } from '../../application/work/video/quality-check.ts';
import { createCreateVideo, createOrchestrateVideo, createStartVideo } from '../../application/work/video/video.ts';
import { pathIds } from '../contract/ids.ts';
import { declared } from '../contract/operations/registry.ts';
import { ofKinds } from './job-request.ts';
import { pollJob } from './poll-job.ts';
import { reads, route, type Route, starts, stored } from './route.ts';

/** An id of another form was never one of a project. */
const isProject = (projectId: string | undefined): boolean =>
  projectId === undefined || pathIds.projectId.pattern.test(projectId);

export const videoRoutes: readonly Route[] = [
  ...[declared.createVideoJob, declared.createVideo].map((operation) =>
    stored(operation, createCreateVideo, async (create, { caller, body, idempotency }) =>
      isProject(body.projectId) ? create(caller, body, idempotency) : refused('project_not_found'),
    ),
  ),
  starts(declared.startVideo, createStartVideo),
  starts(declared.orchestrateVideo, createOrchestrateVideo),
  route(declared.getVideoStatus, createReadAnyJob, (read, tools) => pollJob(ofKinds(read, FILM_KINDS), tools)),
  reads(declared.checkVideoQuality, createQualityCheck, async (check, { caller, parameters, fresh }) =>
    check(caller, parameters.jobId, fresh),
  ),
];
