import { refused } from '../../application/calls/result.ts';
import { pathIds } from '../contract/ids.ts';
import * as declared from '../contract/operations/jobs.ts';
import type { JobDependencies } from './job-request.ts';
import { pageOf } from './page.ts';
import { pollJob } from './poll-job.ts';
import { route, type Route, type RouteBuilders } from './route.ts';
import { streamJob } from './stream-job.ts';

export const jobRoutes = (deps: JobDependencies, { reads, plain }: RouteBuilders): readonly Route[] => {
  const { application } = deps;
  return [
    route(declared.pollJob, async (request, context) => pollJob(deps, request, context)),
    route(declared.streamJob, async (request, context) => streamJob(deps, request, context)),
    reads(declared.listJobs, async ({ caller, query: { limit, cursor, ...filter }, fresh }) =>
      filter.projectId === undefined || pathIds.projectId.pattern.test(filter.projectId)
        ? application.listJobs(caller, filter, pageOf(limit, cursor), fresh)
        : refused('project_not_found'),
    ),
    plain(declared.cancelJob, async ({ caller, parameters }) => application.cancelJob(caller, parameters.jobId)),
  ];
};
