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
import { batchDetailsOf, evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import {
  advanceAt,
  claimed,
  details,
  dispatched,
  finish,
  first,
  pass,
  rendered,
  scoreOf,
  second,
  test,
} from './job-spec.ts';

const paused = jobPaused({ requestedBy: 'ann' });
const resumed = jobResumed({ requestedBy: 'ann' });
const pause = { type: 'PauseJob', requestedBy: 'ann' } as const;
const resume = { type: 'ResumeJob', requestedBy: 'ann' } as const;
const advance = advanceAt(60_000);

test('a pause is recorded once, and so is its end', (given) => {
  given(dispatched).when(pause).yields(paused);
  given(dispatched, paused).when(pause).yields();
  given(dispatched, paused).when(resume).yields(resumed);
  given(dispatched).when(resume).yields();
  given(dispatched, paused, resumed).when(pause).yields(paused);
});

test('a job that is not there, is final or is being cancelled is not paused', (given) => {
  given().when(pause).refuses('job_not_found');
  given().when(resume).refuses('job_not_found');
  const ended = [...dispatched, jobFailed({ accepted: 0, notAccepted: 1, chargedCredits: 0 })];
  given(ended).when(pause).refuses('job_not_active');
  given(ended).when(resume).refuses('job_not_active');
  const cancelled = [...dispatched, jobCancelRequested({ requestedBy: 'ann' })];
  given(cancelled).when(pause).yields();
  given(dispatched, paused, jobCancelRequested({ requestedBy: 'ann' }))
    .when(resume)
    .yields();
});

test('a job is paused a bounded number of times', (given) => {
  const often = Array.from({ length: limits.pausesPerJobMax }, () => [paused, resumed]).flat();
  given(dispatched, often).when(pause).refuses('pause_limit_reached');
  given(dispatched, often.slice(2)).when(pause).yields(paused);
});

test('a job that is paused before it began starts when it is resumed', (given) => {
  given(jobQueued(details), paused).when(advance).yields();
  given(jobQueued(details), paused).when(finish).refuses('not_finished');
  given(jobQueued(details), paused).when(resume).yields(resumed);
  given(jobQueued(details), paused, resumed)
    .when(advance)
    .yields(jobStarted({ leftOut: [] }), first.dispatched());
});

test('an attempt that no process holds is not claimed; one that a process holds is renewed and finishes', (given) => {
  const claim = {
    type: 'ClaimAttempt',
    attemptKey: first.attemptKey,
    holder: 'd',
    promptHash: hashOf('prompt'),
  } as const;
  given(dispatched, paused)
    .when({ ...claim, lapsedEpoch: 0 })
    .refuses('job_paused');
  given(claimed, paused)
    .when({ ...claim, lapsedEpoch: 1 })
    .yields(first.claimed(2, 'd'));
  given(rendered, paused).when(pass).yields(first.scored());
});

test('the ladder plans the next attempt, which goes at the resume', (given) => {
  const fail = scoreOf(first, evidenceOf('fail'));
  const failed = [first.scored(evidenceOf('fail')), second.planned()];
  given(rendered, paused).when(fail).yields(failed);
  given(rendered, paused, failed).when(advance).yields();
  given(rendered, paused, failed).when(resume).yields(resumed, second.dispatched());
});

test('an engine that did nothing is asked again after the resume, when that is due', (given) => {
  const refused = [...claimed, paused, first.refusedByEngine()];
  given(refused).when(advance).yields();
  given(refused, resumed)
    .when(advance)
    .yields(frameStory(details, 0, 1, 1).dispatched());
});

test('a picture that continues another waits for the resume', (given) => {
  const chain = batchDetailsOf({ chained: true });
  const [one, two] = [frameStory(chain, 0), frameStory(chain, 1)];
  const begun = [jobQueued(chain), jobStarted({ leftOut: [] }), one.dispatched(), one.claimed(), paused];
  const render = { type: 'RecordRender', attemptKey: one.attemptKey, epoch: 1, asset: one.asset } as const;
  given(begun).when(render).yields(one.rendered());
  given(begun, one.rendered())
    .when(resume)
    .yields(resumed, two.dispatched({ previousAsset: one.asset }));
  given(begun, one.rendered()).when(finish).refuses('not_finished');
});

test('a job of which nothing is left to do ends, paused or not', (given, t) => {
  const made = [...rendered, paused, first.scored()];
  t.true(isAtItsEnd(made.reduce(jobDecider.evolve, jobDecider.initial)));
  given(made)
    .when(finish)
    .yields(jobCompleted({ accepted: 1, notAccepted: 0, chargedCredits: 4 }));
});
