/** When each engine must be asked for an outcome: in a document of its own, which hides no other step of the job. */
import test from 'ava';
import { jobCancelRequested, jobQueued, jobStarted } from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { at, batchDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { createHistory, type History } from '../../support/log/history.ts';
import { holdStory } from '../../support/ledger/ledger-story.ts';
import { owes } from '../../support/jobs/owed.ts';

const JOB = 'job-job_1';
const batch = batchDetailsOf({ chained: false });
const hold = holdStory({ ownerId: 'job_1', parts: { 'frame-0': 4, 'frame-1': 4 } });
const picture = frameStory(batch, 0);
const other = frameStory(batch, 1);
const polled = (history: History) => owes(history, 'polls:job_1');

/** Two seconds in. */
const given = (): History =>
  createHistory()
    .on('ledger-ws_1', hold.held())
    .on(
      JOB,
      jobQueued(batch),
      jobStarted({ leftOut: [] }),
      picture.dispatched(),
      picture.claimed(),
      other.dispatched(),
      other.claimed(),
    );

test('nothing is asked before it is submitted, and nothing after its outcome', (t) => {
  const ends = [picture.rendered(), picture.failed(), picture.refusedByEngine()];
  for (const end of ends) {
    const history = given();
    t.is(polled(history), undefined);
    t.deepEqual(polled(history.on(JOB, picture.submitted('film-1', 1, 9_000))), ['task.poll', 9_000]);
    t.is(polled(history.on(JOB, end)), undefined);
  }
});

test('the first question of several is due', (t) => {
  const history = given().on(JOB, picture.submitted('film-1', 1, 9_000), other.submitted('film-2', 1, 5_000));
  t.deepEqual(polled(history), ['task.poll', 5_000]);
  t.deepEqual(polled(history.on(JOB, other.rendered())), ['task.poll', 9_000]);
});

test('no other step of the job waits behind an engine that works on', (t) => {
  const history = given().on(JOB, picture.submitted('film-1', 1, 5_000), other.refusedByEngine(8_000));
  t.deepEqual(polled(history), ['task.poll', 5_000]);
  t.deepEqual(owes(history, 'job:job_1'), ['task.retry', 8_000 + (limits.engineBackoffMs[0] ?? 0)]);
  t.deepEqual(owes(history.on(JOB, other.dispatched({ retry: 1 }), other.claimed(), other.rendered()), 'job:job_1'), [
    'task.settle',
    3_000 + limits.stepGraceMs,
  ]);
});

test('an unknown outcome is asked for where its engine can be asked', (t) => {
  const history = given();
  t.is(polled(history.on(JOB, picture.unknown())), undefined);
  t.deepEqual(polled(history.on(JOB, other.unknown(0, at(6_000)))), ['task.poll', 6_000]);
});

test('a cancel makes each question due at once', (t) => {
  const history = given().on(JOB, picture.submitted('film-1', 1, 30_000));
  t.deepEqual(polled(history.on(JOB, jobCancelRequested({ requestedBy: 'ann' }))), ['task.poll', 3_000]);
  t.is(polled(given().on(JOB, jobCancelRequested({ requestedBy: 'ann' }))), undefined);
});

test('work without an outcome is owed to be given up', (t) => {
  const history = given().on(JOB, picture.submitted(), other.submitted('film-2'));
  t.deepEqual(owes(history, 'job:job_1'), ['task.unknown', limits.submittedMaxMs]);
});
