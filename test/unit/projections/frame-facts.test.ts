/** The present facts of a frame, as a photo sequence shows it. */
import test from 'ava';
import { jobCancelled, jobCancelRequested, jobCompleted, jobQueued, jobStarted } from '../../../events/job.ts';
import { frameCarried, frameReviewExpired } from '../../../events/plan.ts';
import type { FrameFacts } from '../../../projections/photo-sequence.ts';
import { assetOf, at, evidenceOf } from '../../support/jobs/builders.ts';
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

const cases: Record<string, [History, index: number, FrameFacts['status']]> = {
  'never taken': [prepared(), 0, 'pending'],
  queued: [queued(), 0, 'pending'],
  'being rendered': [running(), 0, 'rendering'],
  'accepted by the scorer, its job running': [scoredFirst(), 0, 'accepted'],
  'accepted by the scorer': [completed(), 0, 'accepted'],
  'in human review': [inReview(), 1, 'human_review'],
  'accepted by a person': [inReview().on(PLAN, review(1, 'accept')), 1, 'accepted'],
  'sent to repair though the scorer took it': [completed().on(PLAN, review(0, 'repair')), 0, 'failed'],
  'nobody decided in time': [
    inReview().on(PLAN, frameReviewExpired({ frameIndex: 1, requirementId: 'req_1', jobId: 'job_1' })),
    1,
    'failed',
  ],
  'left by a cancelled job': [
    running()
      .on(JOB, jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, jobCancelled(outcome)),
    0,
    'pending',
  ],
  'failed in a job that was being cancelled': [
    running()
      .on(JOB, first.claimed(), first.rendered(), jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, first.scored(evidenceOf('fail')), jobCancelled(outcome)),
    0,
    'failed',
  ],
  'left by a cancelled job after a score: a person may still take that': [
    running()
      .on(JOB, first.claimed(), first.rendered())
      .on(JOB, first.scored(evidenceOf('fail')), frameStory(details, 0, 2).planned())
      .on(JOB, frameStory(details, 0, 2).dispatched(), jobCancelRequested({ requestedBy: 'ann' }))
      .on(JOB, jobCancelled(outcome)),
    0,
    'pending',
  ],
  'in a repair that is queued and not planned yet: the old result still stands': [
    completed().on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)),
    0,
    'failed',
  ],
  'taken by a repair: what was before does not count': [
    completed().on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)).on(PLAN, planned('req_0')),
    0,
    'pending',
  ],
  'left by a repair that was cancelled before it tried': [
    completed()
      .on(PLAN, review(0, 'repair'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome)),
    0,
    'pending',
  ],
  'scored anew by a repair': [
    completed()
      .on(PLAN, review(0, 'repair'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobStarted({ leftOut: ['req_1'] }), again.dispatched(), again.claimed(), again.rendered())
      .on(REPAIR, again.scored(), jobCompleted(outcome)),
    0,
    'accepted',
  ],
  'left out of that repair': [
    completed()
      .on(PLAN, review(1, 'accept'))
      .on(REPAIR, jobQueued(repairDetails))
      .on(PLAN, planned('req_0'))
      .on(REPAIR, jobStarted({ leftOut: ['req_1'] })),
    1,
    'accepted',
  ],
};

for (const [name, [history, index, expected]] of Object.entries(cases)) {
  test(`a frame ${name}`, (t) => {
    t.is(read(history).facts[index]?.status, expected);
  });
}

test('a frame that a repair made anew shows its new picture', (t) => {
  t.like(read(completed()).facts[0], { isScored: true, asset: first.asset });
  const [repaired] = read(cases['scored anew by a repair']?.[0] ?? prepared()).facts;
  t.like(repaired, { isScored: true, asset: again.asset });
});

test('a carried frame is accepted, until a repair takes it', (t) => {
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
  t.like(frame, { status: 'accepted', isScored: false });
  t.deepEqual(read(history).sequence.frames[0]?.asset?.id, 'ast_old');
  const taken = history.on(PLAN, review(0, 'repair')).on(REPAIR, jobQueued(repairDetails)).on(PLAN, planned('req_0'));
  t.is(read(taken).facts[0]?.status, 'pending');
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
  t.is(frame?.asset?.id, 'ast_old');
  t.false(frame?.isScored);
});
