import test from 'ava';
import {
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  jobPartiallyCompleted,
  jobQueued,
  jobStarted,
} from '../../../events/job/index.ts';
import {
  frameCarried,
  frameReviewed,
  frameReviewExpired,
  planCertified,
  planPrepared,
  planSuperseded,
  repairPlanned,
} from '../../../events/plan/index.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import type { FrameFacts } from '../../../projections/photo-sequence/facts.ts';
import { frameFacts } from '../../../projections/photo-sequence/facts.ts';
import type { Lifecycle } from '../../../projections/photo-sequence/lifecycle.ts';
import { photoSequence } from '../../../projections/photo-sequence/view.ts';
import { planProjection } from '../../../projections/plan/definition.ts';
import { photoSequence as photoSequenceShape } from '../../../src/http/contract/shapes/photo-sequence.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf, planDetailsOf } from '../../support/builders.ts';
import { foldDocuments } from '../../support/fold-documents.ts';
import { frameStory } from '../../support/frame-story.ts';
import { createHistory } from '../../support/history.ts';
import type { History } from '../../support/history.ts';
import { shapeErrors } from '../../support/presented.ts';

const PLAN = 'plan-pln_1';
const JOB = 'job-job_1';
const REPAIR = 'job-job_2';
const details = jobDetailsOf();
const repairDetails = jobDetailsOf({
  n: 2,
  holdId: 'hld_2',
  operation: 'photo_sequence_repair',
  repairPlanId: 'rpl_2',
  each: { attemptsUsed: 1 },
});
const first = frameStory(details, 0);
const second = frameStory(details, 1);
const again = frameStory(repairDetails, 0, 2);
const outcome = { accepted: 0, notAccepted: 0, chargedCredits: 0 };

const read = (history: History) => {
  const plan = foldDocuments(planProjection, history.events).get('pln_1')?.body;
  assert(plan !== undefined, 'the plan is there');
  const jobs = [...foldDocuments(jobProjection, history.events).values()].map(({ body }) => body);
  const sequence = photoSequence(plan, jobs);
  assert(shapeErrors(photoSequenceShape, sequence) === undefined, 'it has the shape that is declared');
  return { facts: frameFacts(plan, jobs), sequence, lifecycle: sequence.lifecycle };
};

const prepared = () => createHistory().on(PLAN, planPrepared(planDetailsOf()));
const queued = () => prepared().on(JOB, jobQueued(details));
const running = () => queued().on(JOB, jobStarted({ leftOut: [] }), first.dispatched(), second.dispatched());
const scoredFirst = () => running().on(JOB, first.claimed(), first.rendered(), first.scored(), first.accepted());
const completed = () =>
  scoredFirst().on(
    JOB,
    ...[second.claimed(), second.rendered(), second.scored(), second.accepted(), jobCompleted(outcome)],
  );
const failedSecond = (verdict = evidenceOf('fail')) =>
  scoredFirst().on(JOB, second.claimed(), second.rendered(), second.scored(verdict), second.toPerson());
const inReview = () => failedSecond().on(JOB, jobPartiallyCompleted(outcome));

const review = (index: number, decision: 'accept' | 'repair') =>
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

const planned = (...requirementIds: string[]) =>
  repairPlanned({ repairPlanId: 'rpl_2', n: 2, jobId: 'job_2', requirementIds });

type Told = Pick<FrameFacts, 'status' | 'repairable' | 'underWay' | 'inActiveJob'> & {
  readonly review: FrameFacts['review']['status'];
  readonly by: FrameFacts['acceptedBy'];
};

const told = (facts: FrameFacts | undefined): Told | undefined =>
  facts === undefined
    ? undefined
    : {
        status: facts.status,
        by: facts.acceptedBy,
        review: facts.review.status,
        repairable: facts.repairable,
        underWay: facts.underWay,
        inActiveJob: facts.inActiveJob,
      };

const quiet = { by: null, repairable: null, underWay: false, inActiveJob: false } as const;

const cases: Record<string, [History, index: number, Told]> = {
  'never taken': [prepared(), 0, { ...quiet, status: 'pending', review: 'not_scored' }],
  queued: [queued(), 0, { ...quiet, status: 'pending', review: 'not_scored', inActiveJob: true }],
  'being rendered': [
    running(),
    0,
    { ...quiet, status: 'rendering', review: 'under_way', underWay: true, inActiveJob: true },
  ],
  'accepted by the scorer, its job running': [
    scoredFirst(),
    0,
    { ...quiet, status: 'accepted', by: 'scorer', review: 'scored', inActiveJob: true },
  ],
  'accepted by the scorer': [completed(), 0, { ...quiet, status: 'accepted', by: 'scorer', review: 'scored' }],
  'in human review': [inReview(), 1, { ...quiet, status: 'human_review', review: 'waiting' }],
  'accepted by a person': [
    inReview().on(PLAN, review(1, 'accept')),
    1,
    { ...quiet, status: 'accepted', by: 'person', review: 'waiting' },
  ],
  'sent to repair though the scorer took it': [
    completed().on(PLAN, review(0, 'repair')),
    0,
    { ...quiet, status: 'failed', review: 'scored', repairable: 'sent_to_repair' },
  ],
  'nobody decided in time': [
    inReview().on(PLAN, frameReviewExpired({ frameIndex: 1, requirementId: 'req_1', jobId: 'job_1' })),
    1,
    { ...quiet, status: 'failed', review: 'waiting', repairable: 'failed' },
  ],
  'left by a cancelled job': [
    running()
      .on(JOB, jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, jobCancelled(outcome)),
    0,
    { ...quiet, status: 'pending', review: 'not_scored', repairable: 'left' },
  ],
  'failed in a job that was being cancelled': [
    running()
      .on(JOB, first.claimed(), first.rendered(), jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, first.scored(evidenceOf('fail')), jobCancelled(outcome)),
    0,
    { ...quiet, status: 'failed', review: 'scored', repairable: 'failed' },
  ],
  'in a repair that is queued and not planned yet: the old result still stands': [
    completed().on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)),
    0,
    { ...quiet, status: 'failed', review: 'scored', inActiveJob: true },
  ],
  'taken by a repair: what was before does not count': [
    completed().on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)).on(PLAN, planned('req_0')),
    0,
    { ...quiet, status: 'pending', review: 'not_scored', inActiveJob: true },
  ],
  'left by a repair that was cancelled before it tried': [
    completed()
      .on(PLAN, review(0, 'repair'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome)),
    0,
    { ...quiet, status: 'pending', review: 'not_scored', repairable: 'left' },
  ],
  'scored anew by a repair': [
    completed()
      .on(PLAN, review(0, 'repair'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobStarted({ leftOut: ['req_1'] }), again.dispatched(), again.claimed(), again.rendered())
      .on(REPAIR, again.scored(), again.accepted(), jobCompleted(outcome)),
    0,
    { ...quiet, status: 'accepted', by: 'scorer', review: 'scored' },
  ],
  'left out of that repair': [
    completed()
      .on(PLAN, review(1, 'accept'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobStarted({ leftOut: ['req_1'] })),
    1,
    { ...quiet, status: 'accepted', by: 'person', review: 'scored' },
  ],
};

for (const [name, [history, index, expected]] of Object.entries(cases)) {
  test(`a frame ${name}`, (t) => {
    t.deepEqual(told(read(history).facts[index]), expected);
  });
}

test('a review rests on the job in which the frame stands', (t) => {
  t.deepEqual(read(completed()).facts[0]?.review, {
    status: 'scored',
    assetHash: first.asset.hash,
    jobId: 'job_1',
  });
  const [repaired] = read(cases['scored anew by a repair']?.[0] ?? prepared()).facts;
  t.deepEqual(repaired?.review, { status: 'scored', assetHash: again.asset.hash, jobId: 'job_2' });
  t.is(repaired?.attemptsUsed, 2);
  t.is(repaired?.chargedCredits, 8);
  t.deepEqual(repaired?.asset, again.asset);
});

test('a carried frame counts as scored, until a repair takes it', (t) => {
  const carried = frameCarried({
    frameIndex: 0,
    requirementId: 'req_0',
    asset: assetOf('old'),
    evidence: evidenceOf('pass'),
    acceptedBy: 'scorer',
    decision: null,
  });
  const history = prepared().on(PLAN, carried);
  const [frame] = read(history).facts;
  t.deepEqual(told(frame), { ...quiet, status: 'accepted', by: 'scorer', review: 'scored' });
  t.deepEqual(frame?.review, { status: 'scored', assetHash: hashOf('old'), jobId: null });
  t.deepEqual(read(history).sequence.frames[0]?.asset?.id, 'ast_old');
  const taken = history.on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)).on(PLAN, planned('req_0'));
  t.deepEqual(told(read(taken).facts[0]), { ...quiet, status: 'pending', review: 'not_scored', inActiveJob: true });
});

test('a carried frame whose repair failed to run shows its old picture, and is not accepted', (t) => {
  const carried = frameCarried({
    frameIndex: 0,
    requirementId: 'req_0',
    asset: assetOf('old'),
    evidence: null,
    acceptedBy: 'person',
    decision: { decision: 'accept', note: 'good', decidedBy: 'ann', decidedAt: at(0) },
  });
  const history = prepared()
    .on(PLAN, carried)
    .on(PLAN, review(0, 'repair'))
    .on(REPAIR, jobQueued(repairDetails))
    .on(PLAN, planned('req_0'))
    .on(REPAIR, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome));
  const [frame] = read(history).facts;
  t.is(frame?.status, 'pending');
  t.is(frame?.repairable, 'left');
  t.is(frame?.asset?.id, 'ast_old');
  t.is(frame?.scored, null);
});

const certified = planCertified({
  certifiedAt: at(9_900),
  frames: [
    {
      frameIndex: 0,
      requirementId: 'req_0',
      assetHash: first.asset.hash,
      evidence: evidenceOf('pass'),
      decision: { noteHash: hashOf('seen'), decidedBy: 'ann', decidedAt: at(9_000) },
    },
  ],
});

const carriedAccept = (frameIndex: number) =>
  frameCarried({
    frameIndex,
    requirementId: `req_${frameIndex}`,
    asset: assetOf('old'),
    evidence: null,
    acceptedBy: 'person',
    decision: { decision: 'accept', note: 'good', decidedBy: 'ann', decidedAt: at(0) },
  });

const lifecycles: Record<string, [Lifecycle, History]> = {
  'a part of it came accepted, the rest is to be made': ['planned', prepared().on(PLAN, carriedAccept(0))],
  'all of it came accepted': ['generated', prepared().on(PLAN, carriedAccept(0), carriedAccept(1))],
  'a person decided anew on what came': ['in_review', prepared().on(PLAN, carriedAccept(0), review(0, 'repair'))],
  'nothing was generated': ['planned', prepared()],
  'a job is queued': ['generating', queued()],
  'a job is running': ['generating', scoredFirst()],
  'a job ended and the scorer took what it could': ['generated', completed()],
  'a job was cancelled before anything was scored': [
    'planned',
    running().on(JOB, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome)),
  ],
  'a frame waits for a person': ['human_review', inReview()],
  'that person decided on the others alone': ['human_review', inReview().on(PLAN, review(0, 'accept'))],
  'a person has decided': ['in_review', inReview().on(PLAN, review(1, 'accept'))],
  'a repair is queued': ['repairing', inReview().on(PLAN, review(1, 'repair')).on(REPAIR, jobQueued(repairDetails))],
  'a later manifest took over': [
    'generated',
    completed().on(PLAN, planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_9' })),
  ],
  'a person accepted everything': [
    'certified',
    completed().on(PLAN, review(0, 'accept'), review(1, 'accept')).on(PLAN, certified),
  ],
};

for (const [name, [expected, history]] of Object.entries(lifecycles)) {
  test(`${expected}: ${name}`, (t) => {
    t.is(read(history).lifecycle, expected);
  });
}

test('the sequence shows plan, frames and certificate', (t) => {
  const history = completed().on(PLAN, review(0, 'accept'), review(1, 'accept')).on(PLAN, certified);
  const { failed: _, corrections: __, perceptualHash: ___, ...evidence } = evidenceOf('pass');
  const decision = { decision: 'accept' as const, note: 'seen', decidedBy: 'ann', decidedAt: at(9_000) };
  const frameOf = (index: number) => ({
    frameIndex: index,
    requirementId: `req_${index}`,
    title: `Shot ${index}`,
    status: 'accepted',
    asset: {
      id: `ast_req_${index}-1`,
      $asset: assetOf(`req_${index}-1`).key,
      hash: `sha256:${hashOf(`req_${index}-1`)}`,
      contentType: 'image/png',
      width: 1_280,
      height: 720,
    },
    evidence,
    decision,
  });
  t.deepEqual<unknown, unknown>(read(history).sequence, {
    ok: true,
    plan: {
      id: 'pln_1',
      projectId: 'prj_1',
      workPlanId: 'wpl_1',
      executionManifestArtifactHash: `sha256:${hashOf('manifest')}`,
      part: 0,
      firstFrame: 0,
      frameCount: 2,
      priceCredits: 4,
      jobIds: ['job_1'],
      repairPlanIds: [],
      superseded: false,
      createdAt: at(0),
      updatedAt: at(6_000),
    },
    frames: [frameOf(0), frameOf(1)],
    lifecycle: 'certified',
    certificate: {
      certifiedAt: at(9_900),
      frames: [
        {
          frameIndex: 0,
          requirementId: 'req_0',
          assetHash: `sha256:${first.asset.hash}`,
          evidence,
          decision: { noteHash: `sha256:${hashOf('seen')}`, decidedBy: 'ann', decidedAt: at(9_000) },
        },
      ],
    },
  });
});
