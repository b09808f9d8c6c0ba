import test from 'ava';
import { jobCancelled, jobCancelRequested, jobFailed, jobPartiallyCompleted } from '../../../events/job.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import { jobItem, jobPoll } from '../../../projections/job/view.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { jobPoll as jobPollShape, jobSummary } from '../../../src/http/contract/shapes/job.ts';
import { at, batchDetailsOf, evidenceOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { shapeErrors } from '../../support/http/presented.ts';
import { jobAfter } from './job-after.ts';

const details = jobDetailsOf();
const first = frameStory(details, 0);
const outcome = { accepted: 0, notAccepted: 2, chargedCredits: 0 };

const accepting = (of: JobDetails, index: number): readonly DomainEvent[] => {
  const story = frameStory(of, index);
  return [story.dispatched(), story.claimed(), story.rendered(), story.scored()];
};

const reviewing = (of: JobDetails, index: number): readonly DomainEvent[] => {
  const story = frameStory(of, index);
  return [story.dispatched(), story.claimed(), story.failed(), story.toPerson('engine_failed')];
};

test('a poll shows every frame and attempt, with assets to be signed', (t) => {
  const document = jobAfter(details, ...accepting(details, 0), ...reviewing(details, 1));
  const { failed: _, corrections: __, perceptualHash: ___, ...evidence } = evidenceOf('pass');
  t.deepEqual(jobPoll(document, false), {
    ok: true,
    job: {
      id: 'job_1',
      operation: 'storyboard_image_generate',
      status: 'running',
      planId: 'pln_1',
      requestedImageCount: 2,
      requiredCredits: 24,
      heldCredits: 24,
      chargedCredits: 0,
      progress: { done: 2, total: 2 },
      createdAt: at(0),
      updatedAt: at(0),
    },
    requirements: [
      {
        requirementId: 'req_0',
        frameIndex: 0,
        title: 'Shot 0',
        status: 'accepted',
        attempts: [
          {
            attempt: 1,
            engine: 'service_images',
            seed: 100,
            status: 'scored',
            asset: {
              id: 'ast_req_0-1',
              $asset: first.asset.key,
              hash: `sha256:${hashOf('req_0-1')}`,
              contentType: 'image/png',
              width: 1_280,
              height: 720,
            },
            evidence,
            error: null,
          },
        ],
        reason: null,
      },
      {
        requirementId: 'req_1',
        frameIndex: 1,
        title: 'Shot 1',
        status: 'human_review',
        attempts: [
          {
            attempt: 1,
            engine: 'service_images',
            seed: 101,
            status: 'failed',
            asset: null,
            evidence: null,
            error: { code: 'lost', message: 'gone' },
          },
        ],
        reason: 'engine_failed',
      },
    ],
    failedRequirementIds: ['req_1'],
    resumable: false,
  });
});

test('polls, and jobs of any kind, have the shape that is declared', (t) => {
  const documents = [
    jobAfter(details),
    jobAfter(details, ...accepting(details, 0), ...reviewing(details, 1), jobPartiallyCompleted(outcome)),
    jobAfter(details, first.dispatched(), first.claimed(), first.unknown()),
  ];
  for (const document of documents) {
    t.is(shapeErrors(jobPollShape, jobPoll(document, true)), undefined);
    t.is(shapeErrors(jobSummary, jobItem(document)), undefined);
  }
  t.not(shapeErrors(jobPollShape, { ...jobPoll(jobAfter(details), false), extra: true }), undefined);
});

test('as a job of any kind it tells how far it is', (t) => {
  const half = [...accepting(details, 0), ...reviewing(details, 1)];
  t.deepEqual(jobItem(jobAfter(details, ...half, jobPartiallyCompleted(outcome))), {
    id: 'job_1',
    kind: 'storyboard',
    operation: 'storyboard_image_generate',
    status: 'partially_completed',
    progress: { done: 2, total: 2 },
    error: null,
    createdAt: at(0),
    updatedAt: at(0),
    requiredCredits: 24,
    chargedCredits: 0,
    projectId: 'prj_1',
    planId: 'pln_1',
    requestedImageCount: 2,
    heldCredits: 24,
  });
  const failed = jobItem(jobAfter(details, ...reviewing(details, 0), ...reviewing(details, 1), jobFailed(outcome)));
  t.is(failed.error?.code, 'no_frame_accepted');
});

const batch = batchDetailsOf({ chained: true });
const [picture, later] = [frameStory(batch, 0), frameStory(batch, 1)];
const statusOf = (...events: readonly DomainEvent[]) => {
  const document = jobAfter(batch, ...events);
  const { kind, status, progress, error } = jobItem(document);
  const made = document.tasks.filter(({ accepted }) => accepted !== null).length;
  return { kind, status, progress, error: error?.code, made };
};

test('pictures without QA: what rendered is made, what failed says why, and what it cut off is over', (t) => {
  const kind = 'batch';
  const going = [picture.dispatched(), picture.claimed()];
  const begun = { kind, status: 'running', progress: { done: 0, total: 2 }, error: undefined, made: 0 };
  t.deepEqual(statusOf(...going), begun);
  t.deepEqual(statusOf(...going, picture.refusedByEngine()), begun, 'what is tried again is no failure');
  const over = { done: 2, total: 2 };
  const failed = jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 });
  t.deepEqual(statusOf(...going, picture.failed('rejected'), failed), {
    kind,
    status: 'failed',
    progress: over,
    error: 'rejected',
    made: 0,
  });
  const cancelled = [jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome)];
  t.like(statusOf(...cancelled), { status: 'cancelled', progress: { done: 0, total: 2 } });
  t.like(statusOf(...going, picture.rendered(), ...cancelled), { progress: { done: 1, total: 2 } }, 'one was made');
  const half = jobPartiallyCompleted({ accepted: 1, notAccepted: 1, chargedCredits: 4 });
  t.deepEqual(statusOf(...going, picture.rendered(), later.dispatched(), later.failed('lost'), half), {
    kind,
    status: 'partially_completed',
    progress: over,
    error: 'lost',
    made: 1,
  });
});
