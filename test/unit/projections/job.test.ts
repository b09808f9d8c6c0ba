import test from 'ava';
import {
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  type JobEvent,
  jobPartiallyCompleted,
  jobPaused,
  jobQueued,
  jobRefused,
  jobResumed,
  jobStarted,
} from '../../../events/job.ts';
import type { JobDocument, TaskEntry } from '../../../projections/job/document.ts';
import { jobProjection } from '../../../projections/job/definition.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { projectionSpec } from '../../spec/projection-spec.ts';
import { at, evidenceOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { asRead, createHistory, type History, markAt, positionOf } from '../../support/log/history.ts';
import { holdStory } from '../../support/ledger/ledger-story.ts';

const STREAM = 'job-job_1';
const LEDGER = 'ledger-ws_1';
const details = jobDetailsOf();
const outcome = { accepted: 0, notAccepted: 2, chargedCredits: 0 };
const hold = holdStory({ ownerId: 'job_1', parts: { req_0: 12, req_1: 12 } });
const first = frameStory(details, 0);
const second = frameStory(details, 1);

const pending = (index: number, rest: Partial<TaskEntry> = {}): TaskEntry => ({
  taskId: `req_${index}`,
  index,
  makes: 'image',
  title: `Shot ${index}`,
  priceCredits: 4,
  attemptsMax: 3,
  after: [],
  afterAll: false,
  judged: true,
  status: 'pending',
  reason: null,
  attempts: [],
  accepted: null,
  ...rest,
});

const document = (rest: Partial<JobDocument> = {}): JobDocument => ({
  jobId: 'job_1',
  kind: 'storyboard',
  projectId: 'prj_1',
  planId: 'pln_1',
  n: 1,
  holdId: 'hld_1',
  settle: 'each',
  unseen: { total: 0, accepted: 0, failed: 0, credits: 0, failure: null },
  operation: 'storyboard_image_generate',
  resume: false,
  status: 'queued',
  cancelRequestedAt: null,
  pausedAt: null,
  checkpoint: null,
  requiredCredits: 24,
  heldCredits: 24,
  chargedCredits: 0,
  providerCosts: [],
  queuedPosition: positionOf(0),
  createdAt: at(0),
  updatedAt: at(0),
  mark: markAt(STREAM, 0),
  tasks: [pending(0), pending(1)],
  ...rest,
});

const attemptOf = (story: ReturnType<typeof frameStory>, rest: Partial<TaskEntry['attempts'][number]> = {}) => ({
  attempt: 1,
  attemptKey: story.attemptKey,
  engine: 'service_images',
  seed: 100,
  status: 'dispatched' as const,
  asset: null,
  evidence: null,
  error: null,
  ...rest,
});

test('a queued job has all of its credits held', (t) => {
  const { given } = projectionSpec(t, jobProjection);
  given(createHistory().on(STREAM, jobQueued(details))).then({ job_1: { body: document() } });
});

test('a job that was only ever refused does not exist', (t) => {
  const { given } = projectionSpec(t, jobProjection);
  const history = createHistory()
    .on(LEDGER, hold.held())
    .on(STREAM, jobRefused({ n: 1, reason: 'expected_mismatch' }))
    .on(LEDGER, hold.released('req_0', 'req_1'));
  given(history).then({});
});

test('an accepted frame, step by step', (t) => {
  const { given } = projectionSpec(t, jobProjection);
  const history = createHistory().on(STREAM, jobQueued(details));
  const expect = (status: TaskEntry['status'], attempt: object, rest: Partial<JobDocument> = {}) => {
    const revision = history.events.length - 1;
    given(history).then({
      job_1: {
        body: document({
          status: 'running',
          updatedAt: at(revision * 1_000),
          mark: markAt(STREAM, revision),
          tasks: [pending(0, { status, attempts: [attemptOf(first, attempt)] }), pending(1)],
          ...rest,
        }),
      },
    });
  };
  history.on(STREAM, jobStarted({ leftOut: [] })).on(STREAM, first.dispatched());
  expect('dispatched', { status: 'dispatched' });
  history.on(STREAM, first.claimed());
  expect('claimed', { status: 'rendering' });
  history.on(STREAM, first.rendered());
  expect('rendered', { status: 'rendered', asset: first.asset });
  history.on(STREAM, first.scored());
  const evidence = evidenceOf('pass');
  const accepted = pending(0, {
    status: 'accepted',
    attempts: [attemptOf(first, { status: 'scored', asset: first.asset, evidence })],
    accepted: { by: 'scorer', assetHash: first.asset.hash, creditsCharged: 4 },
  });
  expect('accepted', {}, { tasks: [accepted, pending(1)] });
  // The ledger pays; the mark stays that of the job's own stream.
  history.on(LEDGER, hold.debited('req_0', 4));
  expect(
    'accepted',
    {},
    {
      tasks: [accepted, pending(1)],
      heldCredits: 12,
      chargedCredits: 4,
      mark: markAt(STREAM, 5),
    },
  );
});

const tasksOf = (history: History): readonly TaskEntry[] | undefined =>
  foldDocuments(jobProjection, history.events).get('job_1')?.body.tasks;

const running = () => createHistory().on(STREAM, jobQueued(details), jobStarted({ leftOut: [] }));

test('a dispatch that an engine refused goes out again under a new key', (t) => {
  const again = frameStory(details, 0, 1, 1);
  const history = running().on(STREAM, first.dispatched(), first.claimed(), first.refusedByEngine());
  const error = { code: 'unavailable', message: 'busy' };
  const waiting = tasksOf(history)?.[0];
  t.deepEqual(waiting, pending(0, { status: 'retrying', attempts: [attemptOf(first, { status: 'retrying', error })] }));
  history.on(STREAM, again.dispatched());
  const retried = tasksOf(history)?.[0];
  t.deepEqual(retried, pending(0, { status: 'dispatched', attempts: [attemptOf(again, { error })] }));
});

test('a failed score climbs the ladder to a person, and a person accepts', (t) => {
  const story = frameStory(details, 0, 2);
  const evidence = evidenceOf('fail');
  const history = running()
    .on(STREAM, first.dispatched(), first.claimed(), first.rendered())
    .on(STREAM, first.scored(evidence), story.planned(), story.dispatched())
    .on(STREAM, story.claimed(), story.rendered())
    .on(STREAM, story.scored(evidence), story.toPerson());
  const attempts = [
    attemptOf(first, { status: 'scored', asset: first.asset, evidence }),
    attemptOf(story, { attempt: 2, seed: 104_829, status: 'scored', asset: story.asset, evidence }),
  ];
  const waiting = pending(0, { status: 'human_review', reason: 'attempts_exhausted', attempts });
  t.deepEqual(tasksOf(history)?.[0], waiting);
  history.on(STREAM, jobPartiallyCompleted(outcome)).on(STREAM, story.accepted());
  t.deepEqual(tasksOf(history)?.[0], {
    ...waiting,
    status: 'accepted',
    reason: null,
    accepted: { by: 'person', assetHash: story.asset.hash, creditsCharged: 8 },
  });
  projectionSpec(t, jobProjection)
    .given(history)
    .thenAbout('job_1', ({ status }) => t.is(status, 'partially_completed'));
});

test('an unknown outcome is a state, until the result still comes', (t) => {
  const history = running().on(STREAM, first.dispatched(), first.claimed(), first.unknown());
  t.deepEqual(
    tasksOf(history)?.[0],
    pending(0, { status: 'unknown', attempts: [attemptOf(first, { status: 'dispatch_unknown' })] }),
  );
  history.on(STREAM, first.rendered());
  t.deepEqual(
    tasksOf(history)?.[0],
    pending(0, { status: 'rendered', attempts: [attemptOf(first, { status: 'rendered', asset: first.asset })] }),
  );
});

test('a cancelled job says what it left, and a failure under a cancel is final', (t) => {
  const evidence = evidenceOf('fail');
  const history = running()
    .on(STREAM, first.dispatched(), second.dispatched(), first.claimed(), first.rendered())
    .on(STREAM, jobCancelRequested({ requestedBy: 'ann' }))
    .on(STREAM, first.scored(evidence));
  const failed = pending(0, {
    status: 'failed',
    reason: 'cancelled',
    attempts: [attemptOf(first, { status: 'scored', asset: first.asset, evidence })],
  });
  t.deepEqual(tasksOf(history)?.[0], failed);
  history.on(STREAM, jobCancelled(outcome));
  t.deepEqual(tasksOf(history), [
    failed,
    pending(1, { reason: 'cancelled', attempts: [attemptOf(second, { seed: 101, status: 'cancelled' })] }),
  ]);
});

test('a pause is told until the resume, or until a cancel', (t) => {
  const by = { requestedBy: 'ann' };
  const pausedAt = (...events: readonly JobEvent[]) =>
    foldDocuments(
      jobProjection,
      createHistory()
        .on(STREAM, jobQueued(details))
        .on(STREAM, ...events).events,
    ).get('job_1')?.body.pausedAt;
  t.is(pausedAt(jobPaused(by)), at(1_000));
  t.is(pausedAt(jobPaused(by), jobResumed(by)), null);
  t.is(pausedAt(jobPaused(by), jobCancelRequested(by)), null);
});

test('tasks behind a broken chain stay pending and say so', (t) => {
  const chain = jobDetailsOf({ continuityMode: 'chain' });
  const history = createHistory().on(
    STREAM,
    jobQueued(chain),
    jobStarted({ leftOut: [] }),
    first.dispatched(),
    first.claimed(),
    first.failed(),
    first.toPerson('engine_failed'),
    jobPartiallyCompleted(outcome),
  );
  t.deepEqual(tasksOf(history), [
    pending(0, {
      status: 'human_review',
      reason: 'engine_failed',
      attempts: [attemptOf(first, { status: 'failed', error: { code: 'lost', message: 'gone' } })],
    }),
    pending(1, { reason: 'chain_broken', after: ['req_0'] }),
  ]);
});

test('a frame that a person accepted before a repair began is not part of it', (t) => {
  const repair = jobDetailsOf({ operation: 'photo_sequence_repair', repairPlanId: 'rpl_1' });
  const history = createHistory()
    .on(STREAM, jobQueued(repair))
    .on(STREAM, jobStarted({ leftOut: ['req_1'] }));
  t.deepEqual(tasksOf(history), [pending(0), pending(1, { status: 'left_out', reason: 'accepted_by_person' })]);
});

test('credits follow the parts of its own hold', (t) => {
  const lost = holdStory({ ownerId: 'job_1', holdId: 'hld_0', parts: { req_0: 12, req_1: 12 } });
  const history = createHistory()
    .on(STREAM, jobQueued(details))
    .on(LEDGER, lost.released('req_0', 'req_1'), hold.debited('req_0', 8), hold.released('req_1'))
    .on(STREAM, jobCompleted(outcome));
  projectionSpec(t, jobProjection)
    .given(history)
    .thenAbout('job_1', ({ heldCredits, chargedCredits, status }) => {
      t.deepEqual({ heldCredits, chargedCredits, status }, { heldCredits: 0, chargedCredits: 8, status: 'completed' });
    });
});

test('the document of a job is in canonical order at every step, so that a store copies nothing', (t) => {
  const history = createHistory().on(STREAM, jobQueued(details), jobStarted({ leftOut: [] }));
  const steps = [first.dispatched(), first.claimed(), first.rendered(), first.scored(evidenceOf('pass'))];
  for (const step of steps) {
    const body = foldDocuments(jobProjection, asRead(history.on(STREAM, step))).get('job_1')?.body;
    t.is(JSON.stringify(body), canonicalJson(body), step.type);
  }
  const paid = foldDocuments(jobProjection, asRead(history.on(LEDGER, hold.debited('req_0', 4)))).get('job_1')?.body;
  t.is(JSON.stringify(paid), canonicalJson(paid));
});
