/** The present facts of a frame, on which photo sequence, review and repair rest. */
import test from 'ava';
import { jobCancelled, jobCancelRequested, jobCompleted, jobQueued, jobStarted } from '../../../events/job.ts';
import { frameCarried, frameReviewExpired } from '../../../events/plan.ts';
import type { FrameFacts } from '../../../projections/photo-sequence/facts.ts';
import { assetOf, at, evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import type { History } from '../../support/log/history.ts';
import {
  JOB,
  PLAN,
  REPAIR,
  again,
  completed,
  details,
  first,
  inReview,
  outcome,
  planned,
  prepared,
  queued,
  read,
  repairDetails,
  review,
  running,
  scoredFirst,
} from '../../support/jobs/plan-story.ts';

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
  'left by a cancelled job after a score: a person may still take that': [
    running()
      .on(JOB, first.claimed(), first.rendered())
      .on(JOB, first.scored(evidenceOf('fail')), frameStory(details, 0, 2).planned())
      .on(JOB, frameStory(details, 0, 2).dispatched(), jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, jobCancelled(outcome)),
    0,
    { ...quiet, status: 'pending', review: 'scored', repairable: 'left' },
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
      .on(REPAIR, again.scored(), jobCompleted(outcome)),
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

test('a review rests on the job of the frame', (t) => {
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
