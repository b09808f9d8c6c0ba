/** A person finds out what became of an attempt that stayed unknown (I4). */
import type { ResolveAttempt } from '../../../commands/job/resolve-attempt.ts';
import { jobCompleted, jobQueued, jobStarted, taskFailed } from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { assetOf, at, filmDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, cancel, claimed, details, dispatched, first, rendered, second, test } from './job-spec.ts';

type Outcome = ResolveAttempt['found']['outcome'];

const resolve = (outcome: Outcome, story = first, taskId = 'req_0'): ResolveAttempt => ({
  type: 'ResolveAttempt',
  taskId,
  attemptKey: story.attemptKey,
  found: outcome === 'delivered' ? { outcome, asset: story.asset } : { outcome },
  note: 'seen at the provider',
  resolvedBy: 'user_1',
  now: at(),
});

const NOTE = 'seen at the provider';
const unknown = [...claimed, first.unknown()];
const givenUp = [...unknown, first.toPerson('dispatch_unknown')];

/** The same attempt is made again at once. */
const again = (story: typeof first) =>
  taskFailed({
    ...story.failed('not_delivered', NOTE).data,
    consumed: false,
    retryAt: at(),
  });

test('an attempt that did nothing is made again under another key', (given) => {
  given(unknown).accepts(resolve('not_delivered'), first.resolved('not_delivered'), again(first));
  given(unknown, first.resolved('not_delivered'), again(first)).accepts(
    advance,
    frameStory(details, 0, 1, 1).dispatched(),
  );
});

test('it is not made again without end: then the next attempt goes', (given) => {
  const retry = frameStory(details, 0, 1, limits.engineFailuresPerAttemptMax);
  given(dispatched, first.refusedByEngine(), retry.dispatched(), retry.claimed(), retry.unknown()).accepts(
    resolve('not_delivered', retry),
    retry.resolved('not_delivered'),
    retry.failed('not_delivered', NOTE),
    second.planned(),
    second.dispatched(),
  );
});

test('a price for nothing uses the attempt up, and the next one goes', (given) => {
  given(unknown).accepts(
    resolve('charged'),
    first.resolved('charged'),
    first.failed('charged', NOTE),
    second.planned(),
    second.dispatched(),
  );
});

test('under a cancel nothing is made again', (given) => {
  for (const outcome of ['not_delivered', 'charged'] as const) {
    given(unknown, cancel).accepts(resolve(outcome), first.resolved(outcome), first.failed(outcome, NOTE));
  }
  given(unknown, cancel).accepts(resolve('delivered'), first.resolved('delivered'), first.rendered());
});

test('a frame that was given up stays with people, and the record says what it was', (given) => {
  for (const outcome of ['not_delivered', 'charged'] as const) {
    for (const end of [[], [jobCompleted({ accepted: 0, notAccepted: 1, chargedCredits: 0 })]]) {
      given(givenUp, end).accepts(resolve(outcome), first.resolved(outcome));
    }
    given(givenUp, first.resolved(outcome)).refuses(
      resolve(outcome === 'charged' ? 'not_delivered' : 'charged'),
      'attempt_not_in_doubt',
    );
  }
  given(givenUp).refuses(resolve('delivered'), 'attempt_given_up');
});

test('a part of a film that a person brings is paid with the whole; a price for nothing ends it', (given) => {
  const film = filmDetailsOf({ scenes: 1 });
  const voice = frameStory(film, 0);
  const begun = [jobQueued(film), jobStarted({ leftOut: [] }), voice.dispatched(), voice.claimed(), voice.unknown()];
  given(begun).accepts(resolve('charged', voice, 'speech'), voice.resolved('charged'), voice.failed('charged', NOTE));
  given(begun).accepts(resolve('not_delivered', voice, 'speech'), voice.resolved('not_delivered'), again(voice));
});

test('only an attempt in doubt, and only the one that the person looked for', (given) => {
  for (const log of [dispatched, claimed, [...claimed, first.submitted()], rendered, [...rendered, first.scored()]]) {
    given(log).refuses(resolve('not_delivered'), 'attempt_not_in_doubt');
  }
  given(rendered, first.toPerson('content_lost')).refuses(resolve('charged'), 'attempt_not_in_doubt');
  given(unknown).refuses(resolve('charged', second), 'attempt_not_in_doubt');
  given(unknown).refuses({ ...resolve('charged'), taskId: 'req_9' }, 'task_not_found');
  given().refuses(resolve('charged'), 'job_not_found');
});

test('the same again changes nothing, also once the next attempt is in doubt', (given) => {
  const retry = frameStory(details, 0, 1, 1);
  const log = [...unknown, first.resolved('not_delivered'), again(first)];
  const later = [...log, retry.dispatched(), retry.claimed(), retry.unknown()];
  for (const then of [log, later]) {
    given(then).accepts(resolve('not_delivered'));
    given(then).refuses(resolve('charged'), 'attempt_not_in_doubt');
  }
  const brought = [...unknown, first.resolved('delivered'), first.rendered()];
  given(brought).accepts(resolve('delivered'));
  given(brought).refuses(
    { ...resolve('delivered'), found: { outcome: 'delivered', asset: assetOf('another') } },
    'attempt_not_in_doubt',
  );
});
