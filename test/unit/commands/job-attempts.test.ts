/** One attempt: its lease and its result. */
import { jobCancelled, type JobEvent, jobQueued, jobStarted } from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import {
  advance,
  advanceAt,
  cancel,
  claimed,
  details,
  dispatched,
  first,
  rendered,
  scoreOf,
  second,
  test,
} from './job-spec.ts';

const { attemptKey } = first;

const claim = {
  type: 'ClaimAttempt',
  attemptKey,
  holder: 'dispatcher_1',
  promptHash: hashOf('prompt'),
  lapsedEpoch: 0,
} as const;
const render = { type: 'RecordRender', attemptKey, epoch: 1, asset: first.asset } as const;
const fail = { type: 'RecordFailure', attemptKey, epoch: 1, code: 'lost', message: 'gone', now: at() } as const;
const unknown = { type: 'RecordUnknown', pollAfterMs: null, attemptKey, epoch: 1, now: at() } as const;

test('a lease goes to one, and to another once it has lapsed', (given) => {
  given(dispatched).accepts(claim, first.claimed());
  given(dispatched).refuses({ ...claim, lapsedEpoch: 1 }, 'lease_held', { epoch: 0 });
  given(claimed).refuses({ ...claim, holder: 'dispatcher_2' }, 'lease_held', { epoch: 1 });
  given(claimed).accepts({ ...claim, holder: 'dispatcher_2', lapsedEpoch: 1 }, first.claimed(2, 'dispatcher_2'));
});

test('only an attempt that waits for its result is claimed', (given) => {
  given(dispatched).refuses({ ...claim, attemptKey: 'another' }, 'attempt_not_current');
  for (const end of [first.rendered(), first.unknown(), first.refusedByEngine()]) {
    given(claimed, end).refuses({ ...claim, lapsedEpoch: 1 }, 'attempt_not_current');
  }
});

test('a cancel stops unclaimed tasks, and lets the others be taken over', (given) => {
  given(dispatched, cancel).refuses(claim, 'cancel_requested');
  given(claimed, cancel).accepts({ ...claim, lapsedEpoch: 1 }, first.claimed(2));
  given(dispatched, cancel, jobCancelled({ accepted: 0, notAccepted: 1, chargedCredits: 0 })).refuses(
    claim,
    'attempt_not_current',
  );
});

test('one result for each attempt, under the epoch that holds it', (given) => {
  given(claimed).accepts(render, first.rendered());
  const again = [...claimed, first.claimed(2)];
  for (const command of [render, fail, unknown]) {
    given(dispatched).refuses(command, 'attempt_not_current');
    given(again).refuses(command, 'stale_epoch', { epoch: 2 });
    given(claimed).refuses({ ...command, attemptKey: 'another' }, 'attempt_not_current');
  }
  given(rendered).refuses({ ...render, asset: assetOf('another') }, 'attempt_not_current');
  for (const command of [fail, unknown]) {
    given(rendered).refuses(command, 'attempt_not_current');
  }
});

test('an attempt that an engine refused without work is sent again, under another key', (given) => {
  const busy = { ...fail, code: 'unavailable', message: 'busy' } as const;
  const past: JobEvent[] = [...dispatched];
  for (let retry = 0; retry < limits.engineFailuresPerAttemptMax; retry += 1) {
    const [now, next] = [frameStory(details, 0, 1, retry), frameStory(details, 0, 1, retry + 1)];
    given(past, now.claimed()).accepts({ ...busy, attemptKey: now.attemptKey }, now.refusedByEngine());
    past.push(now.claimed(), now.refusedByEngine());
    const dueAt = at(limits.engineBackoffMs[retry] ?? 0);
    given(past).accepts(advanceAt((limits.engineBackoffMs[retry] ?? 0) - 1));
    given(past).accepts({ ...advance, now: dueAt }, next.dispatched());
    past.push(next.dispatched());
  }
  const last = frameStory(details, 0, 1, limits.engineFailuresPerAttemptMax);
  given(past, last.claimed()).accepts(
    { ...busy, attemptKey: last.attemptKey },
    last.failed('unavailable', 'busy'),
    last.toPerson('engine_failed'),
  );
});

test('a request that an engine cannot serve goes to the next one', (given) => {
  const rejected = { ...fail, code: 'rejected' } as const;
  given(claimed).accepts(rejected, first.failed('rejected'), first.toPerson('engine_failed'));

  const two = jobDetailsOf({ frames: 1, engines: ['service_images', 'provider_c'] });
  const [begun, next] = [frameStory(two, 0), frameStory(two, 0, 2)];
  const past = [jobQueued(two), jobStarted({ leftOut: [] }), begun.dispatched(), begun.claimed()];
  const engine = 'provider_c';
  given(past).accepts(
    rejected,
    begun.failed('rejected'),
    next.planned({ step: 'next_engine', engine }),
    next.dispatched({ engine }),
  );
  const later = [begun.failed('rejected'), next.planned({ step: 'next_engine', engine }), next.dispatched({ engine })];
  given(past, later, next.claimed()).accepts(
    { ...rejected, attemptKey: next.attemptKey },
    next.failed('rejected'),
    next.toPerson('engine_failed'),
  );
});

test('an engine’s message about a failure is kept as far as an event holds it', (given) => {
  const kept = 'x'.repeat(limits.failureMessageCharsMax - 1);
  // Cut through a surrogate pair, which no store can hold a half of.
  given(claimed, cancel).accepts(
    { ...fail, message: `${kept}\u{1F3AC} and more` },
    first.failed('lost', `${kept}\uFFFD`),
  );
});

test('under a cancel a failure is only a failure', (given) => {
  for (const code of ['unavailable', 'rejected', 'lost'] as const) {
    given(claimed, cancel).accepts({ ...fail, code }, first.failed(code));
  }
  given(rendered, cancel).accepts(scoreOf(first, evidenceOf('fail')), first.scored(evidenceOf('fail')));
});

test('an unknown outcome is waited for, and goes to a person in time', (given) => {
  const waiting = [...claimed, first.unknown()];
  given(claimed).accepts(unknown, first.unknown());
  given(waiting).accepts(unknown);
  given(waiting).accepts(render, first.rendered());
  given(waiting).accepts(fail, first.failed(), second.planned(), second.dispatched());
  given(waiting).accepts(advanceAt(limits.dispatchUnknownMaxMs - 1));
  const due = advanceAt(limits.dispatchUnknownMaxMs);
  given(waiting).accepts(due, first.toPerson('dispatch_unknown'));
  given(waiting, cancel).accepts(due, first.toPerson('dispatch_unknown'));
  given(waiting, first.toPerson('dispatch_unknown')).refuses(render, 'attempt_not_current');
});

test('an unknown outcome is told by the one call that was made, under whichever epoch', (given) => {
  // The first holder was paused; the second one found that its engine must not be asked again.
  const waiting = [...claimed, first.claimed(2, 'dispatcher_2'), first.unknown()];
  given(waiting).accepts(render, first.rendered());
  given(waiting).accepts({ ...render, epoch: 2 }, first.rendered(2));
  given(waiting).accepts(fail, first.failed(), second.planned(), second.dispatched());
  for (const epoch of [0, 3]) {
    given(waiting).refuses({ ...render, epoch }, 'stale_epoch', { epoch: 2 });
  }
});
