/** How a plan is specified: one of two frames, the events of its life and the commands that lead to them. */
import { planDecider } from '../../../commands/plan/decider.ts';
import type { FrameFact, ReviewDecision } from '../../../commands/plan/review-frames.ts';
import type { CarriedFrame } from '../../../commands/plan/state.ts';
import { frameCarried, frameReviewed, planPrepared, planSuperseded, repairPlanned } from '../../../events/plan.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { assetOf, at, evidenceOf, hashOf, planDetailsOf } from '../../support/jobs/builders.ts';

export const test = deciderTest(planDecider);

export const details = planDetailsOf();
export const prepared = planPrepared(details);
export const superseded = planSuperseded({
  byManifestHash: hashOf('next'),
  byJobId: 'job_2',
  jobs: [{ n: 1, jobId: 'job_1' }],
});

export const waiting = (index: number, jobId = 'job_1'): FrameFact => ({
  status: 'waiting',
  assetHash: hashOf(`${jobId}-${index}`),
  jobId,
  attemptsUsed: 3,
});

export const deciding = (
  frameIndex: number,
  decision: 'accept' | 'repair',
  rest: Partial<Omit<ReviewDecision, 'frameIndex' | 'decision'>> = {},
): ReviewDecision => ({
  frameIndex,
  decision,
  note: 'looked at it',
  additionsHash: null,
  approveForTraining: false,
  fact: waiting(frameIndex),
  ...rest,
});

export const review = (...decisions: readonly ReviewDecision[]) =>
  ({ type: 'ReviewFrames', decisions, decidedBy: 'user_1', now: at() }) as const;

export const reviewed = ({ fact, ...decision }: ReviewDecision) =>
  frameReviewed({
    ...decision,
    requirementId: `req_${decision.frameIndex}`,
    assetHash: fact.assetHash,
    jobId: fact.jobId,
    decidedBy: 'user_1',
    decidedAt: at(),
  });

export const accepted = (index: number, rest: Parameters<typeof deciding>[2] = {}) =>
  reviewed(deciding(index, 'accept', rest));
export const sentToRepair = (index: number) => reviewed(deciding(index, 'repair'));
export const repaired = (jobId = 'job_2', requirementIds = ['req_0'], n = 2) =>
  repairPlanned({ repairPlanId: `rpl_${n}`, n, jobId, requirementIds });

export const repair = {
  type: 'PlanRepair',
  repairPlanId: 'rpl_2',
  n: 2,
  jobId: 'job_2',
  tasks: [
    { taskId: 'req_0', additionsHash: null },
    { taskId: 'req_1', additionsHash: null },
  ],
} as const;
export const supersede = {
  type: 'SupersedePlan',
  byManifestHash: hashOf('next'),
  byJobId: 'job_2',
  knownRevision: 0,
  jobs: [{ n: 1, jobId: 'job_1' }],
} as const;
export const expire = { type: 'ExpireReview', requirementId: 'req_0', jobId: 'job_1' } as const;
export const grounds = new Map([
  ['req_0', { assetHash: hashOf('job_1-0'), evidence: evidenceOf('fail') }],
  ['req_1', { assetHash: hashOf('job_1-1'), evidence: evidenceOf('pass') }],
]);
export const certify = { type: 'CertifyPlan', now: at(), evidence: grounds } as const;

export const carried: CarriedFrame = {
  asset: assetOf('carried'),
  evidence: evidenceOf('pass'),
  acceptedBy: 'person',
  decision: { decision: 'accept', note: 'kept', decidedBy: 'user_2', decidedAt: at() },
};
export const carriedFirst = frameCarried({ frameIndex: 0, requirementId: 'req_0', ...carried });
