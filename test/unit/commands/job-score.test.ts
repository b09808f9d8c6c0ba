/** The step after a score: acceptance, the ladder, or a person. */
import { chargedCredits, heldFor } from '../../../commands/job/queries.ts';
import { jobQueued, jobStarted } from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { evidenceOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, claimed, dispatched, first, pass, rendered, scoreOf, second, test } from './job-spec.ts';

test('a good frame is accepted, and charged for each attempt that delivered', (given, t) => {
  given(rendered).leadsTo(pass, (state, events) => {
    t.deepEqual(events, [first.scored()]);
    t.is(chargedCredits(state), 4);
  });
  const climbed = [first.scored(evidenceOf('fail')), second.planned(), second.dispatched()];
  given(rendered, climbed, second.claimed(), second.rendered()).accepts(scoreOf(second), second.scored());
  // The first attempt delivered nothing, and costs nothing.
  const lost = [first.failed(), second.planned(), second.dispatched()];
  given(claimed, lost, second.claimed(), second.rendered()).accepts(scoreOf(second), second.scored(undefined, 4));
});

test('the evidence has the engine’s words about the prompt, of that picture alone', (given) => {
  const coverage = { drawn: ['man'], left: ['hammock'] };
  const failed = evidenceOf('fail');
  given(claimed, first.rendered(1, first.asset, { coverage })).accepts(
    scoreOf(first, failed),
    first.scored({ ...failed, coverage }),
    second.planned({ step: 'new_seed' }),
    second.dispatched(),
  );
  // The next picture is of an engine that says nothing.
  const next = [first.scored({ ...failed, coverage }), second.planned(), second.dispatched(), second.claimed()];
  given(claimed, first.rendered(1, first.asset, { coverage }), next, second.rendered()).accepts(
    scoreOf(second),
    second.scored(),
  );
});

test('corrections gather up to what an event holds, the newest last', (given) => {
  const asked = (from: number) => Array.from({ length: limits.correctionsMax }, (_, index) => `${from + index}`);
  const each = { attemptsUsed: 1, corrections: asked(0) };
  const repair = jobDetailsOf({ frames: 1, each });
  const [now, next] = [frameStory(repair, 0, 2), frameStory(repair, 0, 3)];
  // Eleven of them are new, and the oldest is asked for again.
  const evidence = evidenceOf('fail', ['0', ...asked(11).slice(1)]);
  given(jobQueued(repair), jobStarted({ leftOut: [] }), now.dispatched(), now.claimed(), now.rendered()).accepts(
    scoreOf(now, evidence),
    now.scored(evidence),
    next.planned({ corrections: evidence.corrections }),
    next.dispatched({ corrections: evidence.corrections }),
  );
});

test('a score is for the picture that was rendered, once', (given) => {
  for (const past of [dispatched, claimed]) {
    given(past).refuses(pass, 'attempt_not_current');
  }
  given(rendered).refuses({ ...pass, assetHash: hashOf('another') }, 'attempt_not_current');
  given(rendered).refuses({ ...pass, attemptKey: 'another' }, 'attempt_not_current');
  given(rendered, first.scored()).accepts(scoreOf(first, evidenceOf('fail')));
});

test('attempts count on across the jobs of a manifest', (given, t) => {
  const each = { attemptsUsed: 3, attemptsMax: 4, corrections: ['warmer'], additionsHash: hashOf('additions') };
  const repair = jobDetailsOf({ frames: 1, engines: ['service_images', 'provider_c'], each });
  const fourth = frameStory(repair, 0, 4);
  const start = [jobStarted({ leftOut: [] }), fourth.dispatched({ engine: 'provider_c' })];
  given(jobQueued(repair)).accepts(advance, start);
  given(jobQueued(repair), start, fourth.claimed(), fourth.rendered()).accepts(
    scoreOf(fourth, evidenceOf('fail')),
    fourth.scored(evidenceOf('fail')),
    fourth.toPerson(),
  );
  t.is(heldFor({ priceCredits: 4, ...each }), 4);
});

test('a frame without an attempt left goes to a person, unasked', (given) => {
  const repair = jobDetailsOf({ frames: 1, each: { attemptsUsed: 3, attemptsMax: 3 } });
  given(jobQueued(repair)).accepts(
    advance,
    jobStarted({ leftOut: [] }),
    frameStory(repair, 0, 4).toPerson('attempts_exhausted'),
  );
});
