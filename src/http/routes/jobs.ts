import { refused } from '../../application/calls/result.ts';
import {
  createCancelJob,
  createDecideCheckpoint,
  createPauseJob,
  createResumeJob,
} from '../../application/jobs/change-job.ts';
import { createDownload } from '../../application/jobs/download.ts';
import { createListDoubts, createResolveAttempt } from '../../application/jobs/resolve-attempt.ts';
import { createListJobs } from '../../application/jobs/list-jobs.ts';
import { createReadAnyJob, createReadJob } from '../../application/jobs/read-job.ts';
import { pathIds } from '../contract/ids.ts';
import { declared } from '../contract/operations/registry.ts';
import { pageOf } from './page.ts';
import { ofKinds, type ReadJob } from './job-request.ts';
import { pollJob } from './poll-job.ts';
import { plain, reads, route, type Route } from './route.ts';
import { streamJob } from './stream-job.ts';

const ofProject =
  (read: ReturnType<typeof createReadJob>): ReadJob<'projectId' | 'jobId'> =>
  async ({ caller, parameters }, fresh) =>
    read(caller, parameters.projectId, parameters.jobId, fresh);

export const jobRoutes: readonly Route[] = [
  route(declared.pollJob, createReadJob, (read, tools) => pollJob(ofProject(read), tools)),
  route(declared.streamJob, createReadJob, (read, tools) => streamJob(ofProject(read), tools)),
  reads(declared.listJobs, createListJobs, async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
    filter.projectId === undefined || pathIds.projectId.pattern.test(filter.projectId)
      ? list(caller, filter, pageOf(limit, cursor), fresh)
      : refused('project_not_found'),
  ),
  route(declared.getJob, createReadAnyJob, (read, tools) => pollJob(ofKinds(read), tools)),
  route(declared.streamAnyJob, createReadAnyJob, (read, tools) => streamJob(ofKinds(read), tools)),
  plain(declared.cancelJob, createCancelJob, async (cancel, { caller, parameters }) =>
    cancel(caller, parameters.jobId),
  ),
  plain(declared.pauseJob, createPauseJob, async (pause, { caller, parameters }) => pause(caller, parameters.jobId)),
  plain(declared.resumeJob, createResumeJob, async (resume, { caller, parameters }) =>
    resume(caller, parameters.jobId),
  ),
  plain(declared.decideCheckpoint, createDecideCheckpoint, async (decide, { caller, parameters, body }) =>
    decide(caller, parameters.jobId, body),
  ),
  plain(declared.listDoubts, createListDoubts, async (list, { caller, parameters }) => list(caller, parameters.jobId)),
  plain(declared.resolveAttempt, createResolveAttempt, async (resolve, { caller, parameters, body }) =>
    resolve(caller, parameters.jobId, parameters.taskId, body),
  ),
  reads(declared.download, createDownload, async (download, { caller, parameters, fresh }) =>
    download(caller, parameters.jobId, fresh),
  ),
];
