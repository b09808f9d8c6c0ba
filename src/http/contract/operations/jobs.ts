import { limits } from '../../../kernel/limits.ts';
import { object, optional } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { pageQuery, projectId } from '../shapes/common.ts';
import { jobAnswer, jobKind, jobPage, jobPoll, jobStatus } from '../shapes/job.ts';

const POLL = '/api/v1/projects/{projectId}/film-intelligence/jobs/{jobId}';
const found = ['project_forbidden', 'project_not_found', 'job_not_found'] as const;

export const pollJob = declare({
  operationId: 'pollJob',
  method: 'GET',
  path: POLL,
  tag: 'jobs',
  summary: 'State of a durable job, results by requirement, and QA evidence; safe to poll from any client',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: jobPoll },
  errors: found,
  longPoll: true,
});

export const streamJob = declare({
  operationId: 'streamJob',
  method: 'GET',
  path: `${POLL}/events`,
  tag: 'jobs',
  summary: 'First what the poll answers, then the job and the requirements that changed, until it is final',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: jobPoll },
  errors: found,
  stream: true,
  extension: true,
});

export const listJobs = declare({
  operationId: 'listJobs',
  method: 'GET',
  path: '/api/v1/jobs',
  tag: 'jobs',
  summary: 'Jobs of the workspace, newest first',
  authority: 'Read',
  query: object({
    status: optional(jobStatus),
    kind: optional(jobKind),
    projectId: optional(projectId),
    ...pageQuery(limits.pageSizeMax),
  }),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: jobPage },
  errors: ['project_forbidden', 'project_not_found'],
  extension: true,
});

export const cancelJob = declare({
  operationId: 'cancelJob',
  method: 'POST',
  path: '/api/v1/jobs/{jobId}/cancel',
  tag: 'jobs',
  summary: 'Nothing more is dispatched; what is under way finishes and is settled',
  authority: 'Mutate',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: jobAnswer },
  errors: ['project_forbidden', 'job_not_found', 'job_not_active'],
  extension: true,
});
