/** When each step of a job is due; test/property/open-work.test.ts shows that none is missing and none too many. */
import test from 'ava';
import {
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  jobPartiallyCompleted,
  jobPaused,
  jobQueued,
  jobRefused,
  jobResumed,
  jobStarted,
} from '../../../events/job.ts';
import { frameReviewExpired, planReplaced, planSuperseded, repairPlanned } from '../../../events/plan.ts';
import { generationClaimed, generationEnded } from '../../../events/project.ts';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { claimOf, evidenceOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { asRead, createHistory, type History } from '../../support/log/history.ts';
import { holdStory } from '../../support/ledger/ledger-story.ts';
import { owes as owesOf } from '../../support/jobs/owed.ts';
import { review } from '../../support/jobs/plan-story.ts';

const PROJECT = 'project-prj_1';
const LEDGER = 'ledger-ws_1';
const JOB = 'job-job_1';
const PLAN = 'plan-pln_1';
const { stepGraceMs, scoreGraceMs, leaseMs, reviewExpiryMs, dispatchUnknownMaxMs } = limits;

const details = jobDetailsOf();
const hold = holdStory({ ownerId: 'job_1', parts: { req_0: 12, req_1: 12 } });
const first = frameStory(details, 0);
const second = frameStory(details, 1);
const outcome = { accepted: 0, notAccepted: 0, chargedCredits: 0 };

const owes = (history: History) => owesOf(history, 'job:job_1');

const claimed = () => createHistory().on(PROJECT, generationClaimed(claimOf()));
const queued = (of = details) => claimed().on(LEDGER, hold.held()).on(JOB, jobQueued(of));
/** Started at 3,000; the next append is at 4,000. */
const running = (of = details) => queued(of).on(JOB, jobStarted({ leftOut: [] }), frameStory(of, 0).dispatched());

test('a start is owed its decision, and a hold does not put it off', (t) => {
  t.deepEqual(owes(claimed()), ['generation.decide', stepGraceMs]);
  t.deepEqual(owes(claimed().on(LEDGER, hold.held())), ['generation.decide', stepGraceMs]);
});

test('a refused start owes the end of its claim, then its hold', (t) => {
  const refused = claimed()
    .on(LEDGER, hold.held())
    .on(JOB, jobRefused({ n: 1, reason: 'expected_mismatch' }));
  t.deepEqual(owes(refused), ['generation.end', 2_000 + stepGraceMs]);
  refused.on(PROJECT, generationEnded({ n: 1, jobId: 'job_1', outcome: 'refused' }));
  t.deepEqual(owes(refused), ['hold.release', 3_000 + stepGraceMs]);
  t.is(owes(refused.on(LEDGER, hold.released('req_0', 'req_1'))), undefined);
});

test('a hold that comes after everything is over goes back', (t) => {
  const late = createHistory().on(LEDGER, hold.held());
  t.deepEqual(owes(late), ['hold.decide', limits.requestClaimGraceMs]);
  t.is(owes(late.on(LEDGER, hold.released('req_0', 'req_1'))), undefined);
});

test('of two holds of one start, the one that the job does not name goes back', (t) => {
  const other = holdStory({ ownerId: 'job_1', holdId: 'hld_0', parts: { req_0: 12 } });
  const history = claimed()
    .on(LEDGER, other.held(), hold.held())
    .on(JOB, jobQueued(details))
    .on(JOB, jobStarted({ leftOut: [] }), first.dispatched(), first.claimed());
  t.deepEqual(owes(history), ['hold.release', 3_000 + stepGraceMs]);
  t.deepEqual(owes(history.on(LEDGER, other.released('req_0'))), ['task.lease', 3_000 + leaseMs]);
});

test('a queued job owes its start; a repair owes its plan first', (t) => {
  t.deepEqual(owes(queued()), ['job.start', 2_000 + stepGraceMs]);
  const repair = queued(jobDetailsOf({ operation: 'photo_sequence_repair', repairPlanId: 'rpl_1' }));
  t.deepEqual(owes(repair), ['generation.plan-repair', 2_000 + stepGraceMs]);
  const plan = { repairPlanId: 'rpl_1', n: 1, jobId: 'job_1', requirementIds: ['req_0'] };
  t.deepEqual(owes(repair.on(PLAN, repairPlanned(plan))), ['job.start', 3_000 + stepGraceMs]);
  repair.on(JOB, jobStarted({ leftOut: ['req_1'] }), first.dispatched());
  t.deepEqual(owes(repair), ['hold.release', 4_000 + stepGraceMs]);
  t.deepEqual(owes(repair.on(LEDGER, hold.released('req_1'))), ['task.dispatch', 4_000 + leaseMs / 2]);
});

test('a frame owes what its attempt waits for', (t) => {
  const history = running();
  t.deepEqual(owes(history), ['task.dispatch', 3_000 + leaseMs / 2]);
  t.deepEqual(owes(history.on(JOB, first.claimed())), ['task.lease', 4_000 + leaseMs]);
  t.deepEqual(owes(history.on(JOB, first.refusedByEngine(5_000))), ['task.retry', 5_000 + 1_000]);
  const retried = frameStory(details, 0, 1, 1);
  t.deepEqual(owes(history.on(JOB, retried.dispatched())), ['task.dispatch', 6_000 + leaseMs / 2]);
  t.deepEqual(owes(history.on(JOB, retried.claimed())), ['task.lease', 7_000 + leaseMs]);
  t.deepEqual(owes(history.on(JOB, retried.unknown(8_000))), ['task.unknown', 8_000 + dispatchUnknownMaxMs]);
  t.deepEqual(owes(history.on(JOB, retried.rendered())), ['task.score', 9_000 + scoreGraceMs]);
  history.on(JOB, retried.scored(), second.dispatched());
  t.deepEqual(owes(history), ['task.settle', 10_000 + stepGraceMs]);
  t.deepEqual(owes(history.on(LEDGER, hold.debited('req_0', 4))), ['task.dispatch', 10_000 + leaseMs / 2]);
});

test('the first due of several frames is the document’s', (t) => {
  const history = running().on(JOB, second.dispatched(), second.claimed()).on(JOB, first.claimed());
  t.deepEqual(owes(history), ['task.lease', 4_000 + leaseMs]);
  projectionIs(t, history, 'req_1');
});

const projectionIs = (t: { is(a: unknown, b: unknown): void }, history: History, taskId: string): void => {
  const body = foldDocuments(openWorkProjection, history.events).get('job:job_1')?.body;
  t.is(body?.subject === 'job' ? body.taskId : undefined, taskId);
};

const accept = (story: ReturnType<typeof frameStory>) => [
  story.dispatched(),
  story.claimed(),
  story.rendered(),
  story.scored(),
];

test('a job whose frames are all paid owes its end, then the end of its claim, and is then forgotten', (t) => {
  const history = queued().on(JOB, jobStarted({ leftOut: [] }), ...accept(first), ...accept(second));
  t.deepEqual(owes(history), ['task.settle', 3_000 + stepGraceMs]);
  history.on(LEDGER, hold.debited('req_0', 4)).on(LEDGER, hold.debited('req_1', 4));
  t.deepEqual(owes(history), ['job.finish', 5_000 + stepGraceMs]);
  t.deepEqual(owes(history.on(JOB, jobCompleted(outcome))), ['generation.end', 6_000 + stepGraceMs]);
  history.on(PROJECT, generationEnded({ n: 1, jobId: 'job_1', outcome: 'finished' }));
  t.is(owes(history), undefined);
  t.is(owes(history.on(PLAN, review(0, 'accept'))), undefined, 'a review of what the scorer took asks nothing of it');
});

/** Frame 1 is accepted and paid, frame 0 waits for a person since 3,000; final at 5,000, ended at 6,000. */
const waiting = () =>
  queued()
    .on(
      JOB,
      jobStarted({ leftOut: [] }),
      first.dispatched(),
      first.claimed(),
      first.rendered(),
      first.scored(evidenceOf('fail')),
      first.toPerson(),
      ...accept(second),
    )
    .on(LEDGER, hold.debited('req_1', 4))
    .on(JOB, jobPartiallyCompleted(outcome))
    .on(PROJECT, generationEnded({ n: 1, jobId: 'job_1', outcome: 'finished' }));

test('a frame in human review owes its expiry, and what a person decides is rolled forward', (t) => {
  t.deepEqual(owes(waiting()), ['review.expire', 3_000 + reviewExpiryMs]);
  const accepted = waiting().on(PLAN, review(0, 'accept'));
  t.deepEqual(owes(accepted), ['review.accept', 7_000 + stepGraceMs]);
  accepted.on(JOB, first.accepted());
  t.deepEqual(owes(accepted), ['task.settle', 8_000 + stepGraceMs]);
  t.is(owes(accepted.on(LEDGER, hold.debited('req_0', 4))), undefined);
});

test('a repair or an expiry gives the part back, and the job sleeps: the frame may still be accepted', (t) => {
  const expired = frameReviewExpired({ frameIndex: 0, requirementId: 'req_0', jobId: 'job_1' });
  for (const event of [review(0, 'repair'), expired]) {
    const history = waiting().on(PLAN, event);
    t.deepEqual(owes(history), ['review.release', 7_000 + stepGraceMs]);
    t.deepEqual(owes(history.on(LEDGER, hold.released('req_0'))), ['none', Infinity]);
  }
  const history = waiting().on(PLAN, review(0, 'repair')).on(LEDGER, hold.released('req_0'));
  t.deepEqual(owes(history.on(PLAN, review(0, 'accept'))), ['review.accept', 9_000 + stepGraceMs]);
});

test('a superseded plan gives the part back, and nothing is owed for the frame any more', (t) => {
  const by = { byManifestHash: hashOf('next'), jobs: [{ n: 1, jobId: 'job_1' }] };
  for (const event of [planReplaced(by), planSuperseded({ ...by, byJobId: 'job_9' })]) {
    const history = waiting().on(PLAN, event);
    t.deepEqual(owes(history), ['review.release', 7_000 + stepGraceMs]);
    t.deepEqual(owes(history.on(LEDGER, hold.released('req_0'))), ['none', Infinity]);
    const accepted = waiting().on(PLAN, review(0, 'accept')).on(PLAN, event);
    t.deepEqual(owes(accepted), ['review.accept', 7_000 + stepGraceMs], 'an accept before it stands');
  }
  const ofOlder = waiting().on(PLAN, planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_9' }));
  t.deepEqual(owes(ofOlder), ['review.expire', 3_000 + reviewExpiryMs]);
});

test('parts that a final job left open are owed', (t) => {
  const history = running()
    .on(JOB, jobCancelRequested({ requestedBy: 'ann' }))
    .on(JOB, jobPartiallyCompleted(outcome));
  t.deepEqual(owes(history), ['job.settle', 5_000 + stepGraceMs]);
});

test('under a cancel unclaimed tasks are over, and claimed ones go on', (t) => {
  const cancel = jobCancelRequested({ requestedBy: 'ann' });
  t.deepEqual(owes(queued().on(JOB, cancel)), ['job.finish', 3_000 + stepGraceMs]);
  t.deepEqual(owes(running().on(JOB, cancel)), ['job.finish', 4_000 + stepGraceMs]);
  const atWork = running().on(JOB, first.claimed()).on(JOB, cancel);
  t.deepEqual(owes(atWork), ['task.lease', 4_000 + leaseMs]);
  t.deepEqual(owes(atWork.on(JOB, first.failed())), ['job.finish', 6_000 + stepGraceMs]);
});

test('a person may take what a cancel left behind with a score', (t) => {
  const next = frameStory(details, 0, 2);
  const history = running()
    .on(JOB, first.claimed(), first.rendered(), first.scored(evidenceOf('fail')), next.planned(), next.dispatched())
    .on(JOB, jobCancelRequested({ requestedBy: 'ann' }))
    .on(LEDGER, hold.released('req_0', 'req_1'))
    .on(JOB, jobCancelled(outcome))
    .on(PROJECT, generationEnded({ n: 1, jobId: 'job_1', outcome: 'finished' }));
  t.deepEqual(owes(history), ['none', Infinity]);
  t.deepEqual(owes(history.on(PLAN, review(0, 'accept'))), ['review.accept', 9_000 + stepGraceMs]);
  t.deepEqual(owes(history.on(JOB, first.accepted({ creditsCharged: 0 }))), ['none', Infinity]);
});

test('a chain that a person mends before the job is final goes on', (t) => {
  const chain = jobDetailsOf({ continuityMode: 'chain' });
  const history = running(chain).on(
    JOB,
    first.claimed(),
    first.rendered(),
    first.scored(evidenceOf('fail')),
    first.toPerson(),
  );
  t.deepEqual(owes(history), ['job.finish', 4_000 + stepGraceMs]);
  history.on(PLAN, review(0, 'accept')).on(JOB, first.accepted()).on(LEDGER, hold.debited('req_0', 4));
  t.deepEqual(owes(history), ['job.next', 7_000 + stepGraceMs]);
});

test('a pause puts off the steps of what was not begun, and a resume makes them due', (t) => {
  const paused = running().on(JOB, jobPaused({ requestedBy: 'ann' }));
  t.deepEqual(owes(paused), ['none', Infinity]);
  const claimedOne = running().on(JOB, first.claimed(), jobPaused({ requestedBy: 'ann' }));
  t.is(owes(claimedOne)?.[0], 'task.lease', 'an attempt under way is looked after');
  const resumed = paused.on(JOB, jobResumed({ requestedBy: 'ann' }));
  t.deepEqual(owes(resumed), ['task.dispatch', 5_000]);
  const unstarted = queued().on(JOB, jobPaused({ requestedBy: 'ann' }));
  t.deepEqual(owes(unstarted), ['none', Infinity]);
  t.is(owes(unstarted.on(JOB, jobResumed({ requestedBy: 'ann' })))?.[0], 'job.start');
  const cancelled = queued().on(JOB, jobPaused({ requestedBy: 'ann' }), jobCancelRequested({ requestedBy: 'ann' }));
  t.is(owes(cancelled)?.[0], 'job.finish');
});

test('the next attempt of a paused job is not owed before the resume', (t) => {
  const fail = [first.claimed(), first.rendered(), jobPaused({ requestedBy: 'ann' }), first.scored(evidenceOf('fail'))];
  const planned = running(jobDetailsOf({ frames: 1 })).on(JOB, ...fail, frameStory(details, 0, 2).planned());
  t.deepEqual(owes(planned), ['none', Infinity]);
});

test('the document of owed work is in canonical order at every step, so that a store copies nothing', (t) => {
  const history = running();
  for (const step of [first.claimed(), first.rendered(), first.scored(evidenceOf('pass'))]) {
    const body = foldDocuments(openWorkProjection, asRead(history.on(JOB, step))).get('job:job_1')?.body;
    t.is(JSON.stringify(body), canonicalJson(body), step.type);
  }
});
