/**
 * Jobs and ledgers held against each other: no run of the real decisions has a finding, and each wrong turn has one.
 */
import test from 'ava';
import fc from 'fast-check';
import {
  jobCancelled,
  jobCompleted,
  jobFailed,
  jobPartiallyCompleted,
  jobQueued,
  type JobTask,
} from '../../../../events/job.ts';
import { createFindings, type Finding } from '../../../../src/application/audit/findings.ts';
import { createLedgerBooks, noTotals } from '../../../../src/application/audit/ledger-books.ts';
import { categoryOf } from '../../../../src/kernel/event.ts';
import { batchDetailsOf, jobDetailsOf } from '../../../support/jobs/builders.ts';
import { frameStory } from '../../../support/jobs/frame-story.ts';
import { createHistory, type History } from '../../../support/log/history.ts';
import { settle } from '../../../support/ledger/settled.ts';
import { holdStory } from '../../../support/ledger/ledger-story.ts';
import { holds } from '../../../support/property/property.ts';
import { runSagas } from '../../../support/saga/run.ts';

test('runs of the real decisions, with clients and processes that die anywhere, have no finding', (t) => {
  let debits = 0;
  holds(
    fc.nat(),
    (seed) => {
      const { log } = runSagas(seed).world;
      const { findings, owed } = settle(log);
      // These runs end a job and settle it in two steps of any order; the service settles first.
      const isFound = ({ what }: Finding): boolean => what !== 'final_unsettled';
      t.deepEqual(findings.filter(isFound), [], `seed ${seed}`);
      t.deepEqual(owed, { parts: 0, credits: 0, accepted: 0 }, `seed ${seed}`);
      // At every point on the way too: an audit may come at any time.
      const cut = seed % log.length;
      t.deepEqual(settle(log.slice(0, cut)).findings.filter(isFound), [], `seed ${seed}, up to ${cut}`);
      debits += log.filter(({ type }) => type === 'LedgerDebited').length;
      const books = createLedgerBooks(createFindings(1), noTotals(), 9);
      for (const event of log) if (categoryOf(event.stream) === 'ledger') books.take(event, event);
      t.is(books.balances().held, 0);
    },
    150,
  );
  t.true(debits > 100, 'there was something to settle');
});

const JOB = 'job-job_1';
const LEDGER = 'ledger-ws_1';
const details = jobDetailsOf({ frames: 2 });
const [first, second] = [frameStory(details, 0), frameStory(details, 1)];
const hold = holdStory({ ownerId: 'job_1', parts: { req_0: 12, req_1: 12 } });

const queued = (): History => createHistory().on(LEDGER, hold.held()).on(JOB, jobQueued(details));
const outcome = (accepted: number, chargedCredits: number) => ({ accepted, notAccepted: 2 - accepted, chargedCredits });

/** One frame accepted and paid, the other waits for a person. */
const halfDone = (): History =>
  queued().on(JOB, first.scored()).on(LEDGER, hold.debited('req_0', 4)).on(JOB, second.toPerson());

test('a job that ends as it should has no finding, whatever becomes of the frame that waits', (t) => {
  const final = (): History => halfDone().on(JOB, jobPartiallyCompleted(outcome(1, 4)));
  t.deepEqual(settle(final().events), { findings: [], owed: { parts: 1, credits: 12, accepted: 0 } });
  const given = final().on(LEDGER, hold.released('req_1'));
  t.deepEqual(settle(given.events), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
  const byPerson = final().on(JOB, second.accepted());
  t.deepEqual(settle(byPerson.events), { findings: [], owed: { parts: 1, credits: 12, accepted: 1 } });
  const paid = byPerson.on(LEDGER, hold.debited('req_1', 4));
  t.deepEqual(settle(paid.events), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
});

test('a person may accept while the job ends: the debit may follow the end', (t) => {
  const history = halfDone()
    .on(JOB, second.accepted())
    .on(JOB, jobCompleted(outcome(2, 8)))
    .on(LEDGER, hold.debited('req_1', 4));
  t.deepEqual(settle(history.events).findings, []);
});

const chain = jobDetailsOf({ frames: 3, continuityMode: 'chain' });
const chained = frameStory(chain, 0);
const chainHold = holdStory({ ownerId: 'job_1', parts: { req_0: 12, req_1: 12, req_2: 12 } });
/** The first frame waits for a person: the others are not begun. */
const broken = (): History =>
  createHistory().on(LEDGER, chainHold.held()).on(JOB, jobQueued(chain)).on(JOB, chained.toPerson());
const nothing = { accepted: 0, notAccepted: 3, chargedCredits: 0 };

test('parts that a broken chain never began may be released after its end', (t) => {
  const final = (): History => broken().on(JOB, jobFailed(nothing));
  t.deepEqual(settle(final().events), { findings: [], owed: { parts: 3, credits: 36, accepted: 0 } });
  const given = final().on(LEDGER, chainHold.released('req_1', 'req_2'));
  t.deepEqual(settle(given.events), { findings: [], owed: { parts: 1, credits: 12, accepted: 0 } });
});

/** A repair of frames that continue one of another job, which was sent to repair before this one was queued. */
const unfounded = jobDetailsOf({ frames: 3, continuityMode: 'chain' });
const ofAnother = { ...unfounded, tasks: unfounded.tasks.slice(1) };
const restHold = holdStory({ ownerId: 'job_1', parts: { req_1: 12, req_2: 12 } });

/** The first of them continues nothing. */
const founded = (task: JobTask, at: number): JobTask =>
  at === 0 ? { ...task, after: [] } : { ...task, after: ['req_0'] };

test('parts behind a frame that the job does not make may be released after its end', (t) => {
  const final = (): History =>
    createHistory()
      .on(LEDGER, restHold.held())
      .on(JOB, jobQueued(ofAnother))
      .on(JOB, jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 }));
  t.deepEqual(settle(final().events), { findings: [], owed: { parts: 2, credits: 24, accepted: 0 } });
  const given = final().on(LEDGER, restHold.released('req_1', 'req_2'));
  t.deepEqual(settle(given.events), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
});

test('frames that a cancel left may be accepted without a charge', (t) => {
  const history = queued()
    .on(LEDGER, hold.released('req_0', 'req_1'))
    .on(JOB, jobCancelled(outcome(0, 0)))
    .on(JOB, first.accepted({ creditsCharged: 0, attemptKeys: [] }));
  t.deepEqual(settle(history.events), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
});

const pictures = batchDetailsOf();
const pictureHold = holdStory({ ownerId: 'job_2', parts: { 'frame-0': 4, 'frame-1': 4 } });
const picture = frameStory(pictures, 0);
const started = (): History => createHistory().on(LEDGER, pictureHold.held()).on('job-job_2', jobQueued(pictures));

test('work without QA that ends as it should has no finding', (t) => {
  const history = started()
    .on('job-job_2', picture.rendered())
    .on(LEDGER, pictureHold.debited('frame-0', 4))
    .on(LEDGER, pictureHold.released('frame-1'))
    .on('job-job_2', jobPartiallyCompleted(outcome(1, 4)));
  t.deepEqual(settle(history.events), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
});

test('a cancel that comes while a broken chain is ended: what it keeps is owed, and goes back after', (t) => {
  const cancelled = broken().on(LEDGER, chainHold.released('req_1')).on(JOB, jobCancelled(nothing));
  const { findings, owed } = settle(cancelled.events);
  t.deepEqual(findings, []);
  t.true(owed.parts > 0);
  const after = settle(cancelled.on(LEDGER, chainHold.released('req_2')).events);
  t.deepEqual([after.findings, after.owed.parts], [[], owed.parts - 1]);
});

/** The last damage, and the finding that names it. */
const wrong: Readonly<Record<string, readonly [() => History, string]>> = {
  'a debit that nobody accepted': [() => queued().on(LEDGER, hold.debited('req_0', 4)), 'debited_unaccepted'],
  'a debit of more than was charged': [
    () => queued().on(JOB, first.scored()).on(LEDGER, hold.debited('req_0', 8)),
    'debited_otherwise',
  ],
  'a debit of less than was charged': [
    () => queued().on(JOB, first.scored()).on(LEDGER, hold.debited('req_0', 0)),
    'debited_otherwise',
  ],
  'an accepted frame whose part goes back': [
    () => queued().on(JOB, first.scored()).on(LEDGER, hold.released('req_0')),
    'released_accepted',
  ],
  'a frame accepted after its part went back': [
    () => queued().on(LEDGER, hold.released('req_0')).on(JOB, first.scored()),
    'charged_unheld',
  ],
  'a frame accepted twice': [() => queued().on(JOB, first.scored(), first.scored()), 'charged_twice'],
  'a frame accepted again after it was paid': [
    () => queued().on(JOB, first.scored()).on(LEDGER, hold.debited('req_0', 4)).on(JOB, first.scored()),
    'charged_unheld',
  ],
  'a frame accepted after everything was settled': [
    () =>
      queued()
        .on(LEDGER, hold.released('req_0', 'req_1'))
        .on(JOB, jobCancelled(outcome(0, 0)))
        .on(JOB, first.scored()),
    'charged_unheld',
  ],
  'a frame that was never held for': [
    () => queued().on(JOB, frameStory(jobDetailsOf({ frames: 3 }), 2).scored()),
    'charged_unheld',
  ],
  "a job that spends another job's hold": [
    () =>
      createHistory()
        .on(LEDGER, holdStory({ ownerId: 'job_2', parts: { req_0: 12 } }).held())
        .on(JOB, jobQueued(details))
        .on(JOB, first.scored()),
    'charged_unheld',
  ],
  'a job that ends before the debit': [
    () =>
      queued()
        .on(JOB, first.scored())
        .on(LEDGER, hold.released('req_1'))
        .on(JOB, jobPartiallyCompleted(outcome(1, 4))),
    'final_unsettled',
  ],
  'a job that ends with a part for nobody': [
    () =>
      queued()
        .on(JOB, first.scored())
        .on(LEDGER, hold.debited('req_0', 4))
        .on(JOB, jobPartiallyCompleted(outcome(1, 4))),
    'final_unsettled',
  ],
  'a chain that ends with a part for a frame that nothing was in the way of': [
    () =>
      createHistory()
        .on(LEDGER, chainHold.held())
        .on(JOB, jobQueued(chain))
        .on(JOB, chained.scored())
        .on(LEDGER, chainHold.debited('req_0', 4), chainHold.released('req_2'))
        .on(JOB, jobPartiallyCompleted({ accepted: 1, notAccepted: 2, chargedCredits: 4 })),
    'final_unsettled',
  ],
  'a job that ends with a part for a frame that nothing was in the way of, beside one behind another job': [
    () =>
      createHistory()
        .on(LEDGER, restHold.held())
        .on(JOB, jobQueued({ ...ofAnother, tasks: ofAnother.tasks.map(founded) }))
        .on(JOB, jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 })),
    'final_unsettled',
  ],
  'a job that tells another total': [
    () => halfDone().on(JOB, jobPartiallyCompleted(outcome(1, 3))),
    'totalled_otherwise',
  ],
  'a picture that is paid and was not rendered': [
    () => started().on(LEDGER, pictureHold.debited('frame-0', 4)),
    'debited_unaccepted',
  ],
  'a picture that is rendered and given back': [
    () => started().on('job-job_2', picture.rendered()).on(LEDGER, pictureHold.released('frame-0')),
    'released_accepted',
  ],
  'a picture that was never asked for': [
    () => started().on('job-job_2', frameStory(batchDetailsOf({ pictures: 3 }), 2).rendered()),
    'unknown_task',
  ],
  'work that ends with an open part': [
    () =>
      started()
        .on('job-job_2', picture.rendered())
        .on(LEDGER, pictureHold.debited('frame-0', 4))
        .on('job-job_2', jobPartiallyCompleted(outcome(1, 4))),
    'final_unsettled',
  ],
  'what is no event of its type': [
    () => queued().on(LEDGER, { type: 'HoldReleased', data: { parts: 7 } }),
    'misshapen',
  ],
};

for (const [name, [history, what]] of Object.entries(wrong)) {
  test(`the settlement names ${name}`, (t) => {
    const { events } = history();
    const last = events.at(-1);
    const { findings } = settle(events);
    t.deepEqual(
      findings.map((finding) => finding.what),
      [what],
      JSON.stringify(findings),
    );
    t.like(findings[0], {
      check: 'settlement',
      stream: last?.stream,
      revision: last?.revision,
      position: last?.position,
    });
  });
}

test('work of workspaces that are for another walk is passed over', (t) => {
  const { events } = queued().on(JOB, first.scored());
  const ofOthers = events.filter(({ stream }) => stream !== LEDGER);
  t.deepEqual(settle(ofOthers, () => false).findings, []);
  t.is(settle(ofOthers).findings[0]?.what, 'charged_unheld');
});
