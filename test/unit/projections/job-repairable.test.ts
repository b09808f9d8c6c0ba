/** Frames of an ended job that a repair would take, by the documents of the job and of its plan. */
import test from 'ava';
import {
  jobCancelled,
  jobCancelRequested,
  jobCompleted,
  jobFailed,
  jobPartiallyCompleted,
} from '../../../events/job.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import type { JobDocument } from '../../../projections/job/document.ts';
import { isRepairable } from '../../../projections/job/repairable.ts';
import { jobPoll } from '../../../projections/job/view.ts';
import type { PlanFrame } from '../../../projections/plan/definition.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import { at, evidenceOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { frameOf } from '../../support/jobs/plan-story.ts';
import { jobAfter } from './job-after.ts';

const outcome = { accepted: 0, notAccepted: 2, chargedCredits: 0 };

/** The plan of two frames; `changes` are to its first one. */
const planOf = (changes: Partial<PlanFrame> = {}) => ({
  supersededBy: null,
  frames: [frameOf(0, changes), frameOf(1)],
});

const decided = (decision: 'accept' | 'repair'): Partial<PlanFrame> => ({
  decision: {
    decision,
    note: 'seen',
    decidedBy: 'ann',
    decidedAt: at(0),
    assetHash: null,
    additionsHash: null,
    approveForTraining: false,
    jobId: 'job_1',
    inherited: false,
  },
});

const details = jobDetailsOf();
const chain = jobDetailsOf({ continuityMode: 'chain' });
const first = frameStory(details, 0);
const failing = [first.dispatched(), first.claimed(), first.rendered()];
const cancelled = [jobCancelRequested({ requestedBy: 'ann' }), first.scored(evidenceOf('fail')), jobCancelled(outcome)];
const waiting = [first.dispatched(), first.claimed(), first.rendered(), first.scored(evidenceOf('fail'))];
const broken = [...waiting, first.toPerson(), jobFailed(outcome)];
const accepting = (of: JobDetails): readonly DomainEvent[] =>
  [0, 1].flatMap((index) => {
    const story = frameStory(of, index);
    return [story.dispatched(), story.claimed(), story.rendered(), story.scored()];
  });

const completed = jobAfter(details, ...accepting(details), jobCompleted(outcome));

const last = jobDetailsOf({ frames: 1, each: { attemptsUsed: 2 } });
const lastOne = frameStory(last, 0, 3);
const usedUp = jobAfter(
  last,
  lastOne.dispatched(),
  lastOne.claimed(),
  lastOne.rendered(),
  jobCancelRequested({ requestedBy: 'ann' }),
  lastOne.scored(evidenceOf('fail')),
  jobCancelled(outcome),
);

const repairable: Record<string, [boolean, JobDocument, ReturnType<typeof planOf>]> = {
  'a frame that waits for a person, before one that a broken chain left': [
    false,
    jobAfter(chain, ...waiting, first.toPerson(), jobPartiallyCompleted(outcome)),
    planOf(),
  ],
  'that frame once a person has accepted the one before': [
    true,
    jobAfter(chain, ...broken, first.accepted()),
    planOf(decided('accept')),
  ],
  'a frame that a person sent to repair': [true, jobAfter(chain, ...broken), planOf(decided('repair'))],
  'a frame whose review expired with no attempt left': [false, usedUp, planOf({ expired: true })],
  'a frame of a completed job': [false, completed, planOf()],
  'a frame of a completed job that a person accepted': [false, completed, planOf(decided('accept'))],
  'a frame of a completed job that a person sent to repair': [true, completed, planOf(decided('repair'))],
  'what a cancel left': [true, jobAfter(details, ...failing, ...cancelled), planOf()],
  'a frame that failed with no attempt left': [false, usedUp, planOf()],
};

for (const [name, [expected, document, plan]] of Object.entries(repairable)) {
  test(`${expected ? 'repairable' : 'not repairable'}: ${name}`, (t) => {
    t.is(isRepairable(document, plan), expected);
    t.false(isRepairable(document, { ...plan, supersededBy: { manifestHash: 'other', jobId: 'job_9' } }));
  });
}

test('a frame that a later repair has taken is a frame of that repair', (t) => {
  const one = jobDetailsOf({ frames: 1 });
  const document = jobAfter(one, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome));
  t.true(isRepairable(document, planOf()));
  t.false(isRepairable(document, planOf({ repair: { repairPlanId: 'rep_1', jobId: 'job_2' } })));
  t.true(isRepairable(document, planOf({ repair: { repairPlanId: 'rep_1', jobId: 'job_1' } })));
});

test('a frame that failed with no attempt left is told as failed', (t) => {
  t.deepEqual(jobPoll(usedUp, false).failedRequirementIds, ['req_0']);
});
