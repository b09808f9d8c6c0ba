/** A plan of two frames and what may become of it: each story goes on from the one before. */
import { jobCompleted, jobPartiallyCompleted, jobQueued, jobStarted } from '../../../events/job.ts';
import { frameCarried, frameReviewed, planPrepared, repairPlanned } from '../../../events/plan.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import { frameFacts, photoSequence } from '../../../projections/photo-sequence.ts';
import { type PlanFrame, planProjection } from '../../../projections/plan/definition.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf, planDetailsOf } from './builders.ts';
import { foldDocuments } from '../read-models/fold-documents.ts';
import { frameStory } from './frame-story.ts';
import { createHistory, type History } from '../log/history.ts';

export const PLAN = 'plan-pln_1';
export const JOB = 'job-job_1';
export const REPAIR = 'job-job_2';
export const details = jobDetailsOf();
export const repairDetails = jobDetailsOf({
  n: 2,
  holdId: 'hld_2',
  operation: 'photo_sequence_repair',
  repairPlanId: 'rpl_2',
  each: { attemptsUsed: 1 },
});
export const first = frameStory(details, 0);
export const second = frameStory(details, 1);
export const again = frameStory(repairDetails, 0, 2);
export const outcome = { accepted: 0, notAccepted: 0, chargedCredits: 0 };

/** `names`: what people are called, by their keys. */
export const read = (history: History, names: ReadonlyMap<string, string> = new Map()) => {
  const plan = foldDocuments(planProjection, history.events).get('pln_1')?.body;
  assert(plan !== undefined, 'the plan is there');
  const jobs = [...foldDocuments(jobProjection, history.events).values()].map(({ body }) => body);
  const sequence = photoSequence(plan, jobs, names);
  return { facts: frameFacts(plan, jobs), sequence, lifecycle: sequence.lifecycle };
};

export const prepared = () => createHistory().on(PLAN, planPrepared(planDetailsOf()));
export const queued = () => prepared().on(JOB, jobQueued(details));
export const running = () => queued().on(JOB, jobStarted({ leftOut: [] }), first.dispatched(), second.dispatched());
export const scoredFirst = () => running().on(JOB, first.claimed(), first.rendered(), first.scored());
export const completed = () =>
  scoredFirst().on(JOB, second.claimed(), second.rendered(), second.scored(), jobCompleted(outcome));
export const failedSecond = () =>
  scoredFirst().on(JOB, second.claimed(), second.rendered(), second.scored(evidenceOf('fail')), second.toPerson());
export const inReview = () => failedSecond().on(JOB, jobPartiallyCompleted(outcome));

/** A frame of its document. */
export const frameOf = (frameIndex: number, rest: Partial<PlanFrame> = {}): PlanFrame => ({
  frameIndex,
  requirementId: `req_${frameIndex}`,
  title: `Shot ${frameIndex}`,
  carried: null,
  decision: null,
  repairsByPerson: 0,
  repair: null,
  expired: false,
  ...rest,
});

export const review = (index: number, decision: 'accept' | 'repair') =>
  frameReviewed({
    frameIndex: index,
    requirementId: `req_${index}`,
    decision,
    note: 'seen',
    additionsHash: null,
    approveForTraining: false,
    assetHash: hashOf(`req_${index}-1`),
    jobId: 'job_1',
    decidedBy: 'ann',
    decidedAt: at(9_000),
  });

export const planned = (...requirementIds: string[]) =>
  repairPlanned({ repairPlanId: 'rpl_2', n: 2, jobId: 'job_2', requirementIds });

/** A person accepted it on an earlier manifest. */
export const carriedAccept = (frameIndex: number) =>
  frameCarried({
    frameIndex,
    requirementId: `req_${frameIndex}`,
    asset: assetOf('old'),
    evidence: null,
    acceptedBy: 'person',
    decision: { decision: 'accept', note: 'good', decidedBy: 'ann', decidedAt: at(0) },
  });
