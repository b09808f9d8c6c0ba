/** A pause holds up all that was not begun: dispatches, first claims, retries, and the ladder's next attempts. */
import { jobDecider } from '../../../commands/job/decider.ts';
import { isAtItsEnd } from '../../../commands/job/queries.ts';
import {
  jobCancelRequested,
  jobCompleted,
  jobFailed,
  jobPaused,
  jobQueued,
  jobResumed,
  jobStarted,
} from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { batchDetailsOf, hashOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advanceAt, claimed, details, dispatched, finish, first, pass, rendered, test } from './job-spec.ts';

const paused = jobPaused({ requestedBy: 'ann' });
const resumed = jobResumed({ requestedBy: 'ann' });
const pause = { type: 'PauseJob', requestedBy: 'ann' } as const;
const resume = { type: 'ResumeJob', requestedBy: 'ann' } as const;
const advance = advanceAt(60_000);

test('a pause is recorded once, and so is its end', (given) => {
  given(dispatched).accepts(pause, paused);
  given(dispatched, paused).accepts(pause);
  given(dispatched, paused).accepts(resume, resumed);
  given(dispatched).accepts(resume);
  given(dispatched, paused, resumed).accepts(pause, paused);
});

test('a job that is not there, is final or is being cancelled is not paused', (given) => {
  given().refuses(pause, 'job_not_found');
  given().refuses(resume, 'job_not_found');
  const ended = [...dispatched, jobFailed({ accepted: 0, notAccepted: 1, chargedCredits: 0 })];
  given(ended).refuses(pause, 'job_not_active');
  given(ended).refuses(resume, 'job_not_active');
  const cancelled = [...dispatched, jobCancelRequested({ requestedBy: 'ann' })];
  given(cancelled).accepts(pause);
  given(dispatched, paused, jobCancelRequested({ requestedBy: 'ann' })).accepts(resume);
});

test('a job is paused a bounded number of times', (given) => {
  const often = Array.from({ length: limits.pausesPerJobMax }, () => [paused, resumed]).flat();
  given(dispatched, often).refuses(pause, 'pause_limit_reached');
  given(dispatched, often.slice(2)).accepts(pause, paused);
});

test('a job that is paused before it began starts when it is resumed', (given) => {
  given(jobQueued(details), paused).accepts(advance);
  given(jobQueued(details), paused).refuses(finish, 'not_finished');
  given(jobQueued(details), paused).accepts(resume, resumed);
  given(jobQueued(details), paused, resumed).accepts(advance, jobStarted({ leftOut: [] }), first.dispatched());
});

test('an attempt that no process holds is not claimed; one that a process holds is renewed and finishes', (given) => {
  const claim = {
    type: 'ClaimAttempt',
    attemptKey: first.attemptKey,
    holder: 'd',
    promptHash: hashOf('prompt'),
  } as const;
  given(dispatched, paused).refuses({ ...claim, lapsedEpoch: 0 }, 'job_paused');
  given(claimed, paused).accepts({ ...claim, lapsedEpoch: 1 }, first.claimed(2, 'd'));
  given(rendered, paused).accepts(pass, first.scored());
});

test('an engine that did nothing is asked again after the resume, when that is due', (given) => {
  const refused = [...claimed, paused, first.refusedByEngine()];
  given(refused).accepts(advance);
  given(refused, resumed).accepts(advance, frameStory(details, 0, 1, 1).dispatched());
});

test('a picture that continues another waits for the resume', (given) => {
  const chain = batchDetailsOf({ chained: true });
  const [one, two] = [frameStory(chain, 0), frameStory(chain, 1)];
  const begun = [jobQueued(chain), jobStarted({ leftOut: [] }), one.dispatched(), one.claimed(), paused];
  const render = { type: 'RecordRender', attemptKey: one.attemptKey, epoch: 1, asset: one.asset } as const;
  given(begun).accepts(render, one.rendered());
  given(begun, one.rendered()).accepts(resume, resumed, two.dispatched({ previousAsset: one.asset }));
  given(begun, one.rendered()).refuses(finish, 'not_finished');
});

test('a job of which nothing is left to do ends, paused or not', (given, t) => {
  const made = [...rendered, paused, first.scored()];
  t.true(isAtItsEnd(made.reduce(jobDecider.evolve, jobDecider.initial)));
  given(made).accepts(finish, jobCompleted({ accepted: 1, notAccepted: 0, chargedCredits: 4 }));
});
