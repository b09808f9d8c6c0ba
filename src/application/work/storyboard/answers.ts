/** The answers of generate and repair, for clients and for repeats under an idempotency key. */
import { enginesFor } from '../../../../commands/job/queries.ts';
import type { JobDetails, JobState } from '../../../../commands/job/state.ts';
import { assert } from '../../../kernel/faults.ts';
import { type Answer, type Body, json } from '../../calls/result.ts';
import { type Manifest, quoteOf } from './manifest.ts';

const CONTRACT_VERSION = '1.0.0';
const MATURITY = 'foundation';

const pollPath = (projectId: string, jobId: string): string =>
  `/api/v1/projects/${projectId}/film-intelligence/jobs/${jobId}`;

/** `alreadyCharged`: the job was there before this call, which held nothing new. */
const jobSummary = (jobId: string, { details, status }: QueuedJob, alreadyCharged: boolean): Body => ({
  id: jobId,
  operation: details.operation,
  status,
  requestedImageCount: details.tasks.length,
  requirementIds: details.tasks.map(({ taskId }) => taskId),
  requiredCredits: details.requiredCredits,
  alreadyCharged,
});

/** The member that the specification calls "the service" is sent under exactly that key. */
const serviceMember = (poll: string | null): Body => ({
  'the service': { contractVersion: CONTRACT_VERSION, maturity: MATURITY, poll },
});

/** `resume`: as it was when the job was queued, unless told otherwise. */
export const generateAccepted = (
  jobId: string,
  state: JobState,
  alreadyCharged: boolean,
  resume = state.details?.storyboard?.resume ?? false,
): Answer => {
  const job = queuedOf(state);
  const { storyboard, contentHash, projectId } = job.details;
  return json(202, {
    ok: true,
    ...(isCancelled(job) ? { accepted: false, reason: 'job_cancelled' } : { accepted: true }),
    resume,
    storyboardImageWorkPlanId: storyboard.workPlanId,
    preparedStoryboardRevisionId: storyboard.storyboardRevisionId,
    ...serviceMember(pollPath(projectId ?? '', jobId)),
    plan: {
      id: storyboard.planId,
      manifestHash: `sha256:${contentHash}`,
      continuityMode: storyboard.continuityMode,
      provider: enginesFor(job.details, 'image')[0],
    },
    job: jobSummary(jobId, job, alreadyCharged),
  });
};

/** It makes nothing more, and some frame of it is not accepted: a repair takes the rest, or a new plan. */
const isCancelled = ({ cancelRequested, status }: JobState): boolean => cancelRequested && status !== 'completed';

export const alreadySatisfied = (planId: string, manifestHash: string, manifest: Manifest): Answer =>
  json(200, {
    ok: true,
    accepted: false,
    reason: 'all_requirements_satisfied',
    plan: { id: planId, manifestHash: `sha256:${manifestHash}`, ...quoteOf(manifest) },
    ...serviceMember(null),
  });

export const repairAccepted = (jobId: string, state: JobState, alreadyCharged: boolean): Answer => {
  const job = queuedOf(state);
  const { repairPlanId, planId } = job.details.storyboard;
  return json(202, { ok: true, accepted: true, repairPlanId, planId, job: jobSummary(jobId, job, alreadyCharged) });
};

/** Operations as idempotency keys name them. */
export const REPAIR_OPERATION = 'photo_sequence_repair';

/** In the form of the operation that was called: generate may find that the manifest's last job is a repair. */
export const acceptedAnswer = (operation: string, ...job: Parameters<typeof repairAccepted>): Answer =>
  operation === REPAIR_OPERATION ? repairAccepted(...job) : generateAccepted(...job);

type Storyboarded = JobDetails & { readonly storyboard: NonNullable<JobDetails['storyboard']> };
type QueuedJob = JobState & { readonly details: Storyboarded };

const queuedOf = (job: JobState): QueuedJob => {
  const { details } = job;
  assert(details !== null && details.storyboard !== null, 'an answer is given for a queued job of a storyboard');
  return { ...job, details: { ...details, storyboard: details.storyboard } };
};
