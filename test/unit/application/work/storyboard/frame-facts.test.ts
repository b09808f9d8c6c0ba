/** The job's own stream must take every decision that a person may make. */
import test from 'ava';
import { jobDecider } from '../../../../../commands/job/decider.ts';
import { isFinal, taskIn } from '../../../../../commands/job/queries.ts';
import { jobCancelled, jobCancelRequested, type JobEvent, jobQueued, jobStarted } from '../../../../../events/job.ts';
import { factOf } from '../../../../../src/application/work/storyboard/frame-facts.ts';
import { assert } from '../../../../../src/kernel/faults.ts';
import { evidenceOf, jobDetailsOf } from '../../../../support/jobs/builders.ts';
import { frameStory } from '../../../../support/jobs/frame-story.ts';

const details = jobDetailsOf({ frames: 1 });
const first = frameStory(details, 0);
const next = frameStory(details, 0, 2);
const failing = [first.dispatched(), first.claimed(), first.rendered()];
const failed = first.scored(evidenceOf('fail'));
const cancel = jobCancelRequested({ requestedBy: 'ann' });
const cancelled = jobCancelled({ accepted: 0, notAccepted: 1, chargedCredits: 0 });

const stories: Record<string, readonly JobEvent[]> = {
  'left before its first attempt': [cancel, cancelled],
  'failed under a cancel': [...failing, cancel, failed, cancelled],
  'left with its next attempt dispatched': [...failing, failed, next.planned(), next.dispatched(), cancel, cancelled],
  'left with its next attempt refused by the engine': [
    ...failing,
    failed,
    next.planned(),
    next.dispatched(),
    next.claimed(),
    cancel,
    next.refusedByEngine(),
    cancelled,
  ],
  'handed to a person': [...failing, failed, first.toPerson(), cancel, cancelled],
  accepted: [...failing, first.scored(), cancel, cancelled],
};

for (const [name, events] of Object.entries(stories)) {
  test(`a frame ${name}: its job takes an accept exactly when its facts allow one`, (t) => {
    const history = [jobQueued(details), jobStarted({ leftOut: [] }), ...events];
    const job = history.reduce(jobDecider.evolve, jobDecider.initial);
    const made = taskIn(job, 'req_0');
    assert(made !== undefined && isFinal(job.status), 'the job is final');
    const planned = {
      requirementId: 'req_0',
      carried: null,
      review: null,
      decidedOn: null,
      decisionsOnPicture: 0,
      repairsByPerson: 0,
      expired: false,
    };
    const standing = { jobId: 'job_1', n: 1, job, task: made };
    const { status, assetHash } = factOf({ ...planned, repairJobId: null }, standing);
    const accept = { type: 'AcceptFrame', taskId: 'req_0', assetHash: assetHash ?? '' } as const;
    const { kind } = jobDecider.decide(accept, job, history.length - 1);
    t.is(kind === 'accepted', assetHash !== null && (status === 'scored' || status === 'waiting'));
  });
}
