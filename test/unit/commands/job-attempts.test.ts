/** What becomes of one attempt: its lease, its result, its score. */
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { jobDecider } from '../../../commands/job/decider.ts';
import { chargedCredits, heldFor } from '../../../commands/job/state.ts';
import { jobCancelled, jobCancelRequested, jobQueued, jobStarted } from '../../../events/job/index.ts';
import type { JobEvent } from '../../../events/job/index.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderSpec } from '../../spec/decider-spec.ts';
import { assetOf, at, evidenceOf, hashOf, jobDetailsOf } from '../../support/builders.ts';
import { frameStory } from '../../support/frame-story.ts';

const spec = (t: ExecutionContext) => deciderSpec(t, jobDecider);

const details = jobDetailsOf({ frames: 1 });
const [first, second, third] = [frameStory(details, 0), frameStory(details, 0, 2), frameStory(details, 0, 3)];
const { attemptKey } = first;
const dispatched = [jobQueued(details), jobStarted({ leftOut: [] }), first.dispatched()];
const claimed = [...dispatched, first.claimed()];
const rendered = [...claimed, first.rendered()];
const cancel = jobCancelRequested({ requestedBy: 'user_1' });

const claim = {
  type: 'ClaimAttempt',
  attemptKey,
  holder: 'dispatcher_1',
  promptHash: hashOf('prompt'),
  lapsedEpoch: 0,
} as const;
const render = { type: 'RecordRender', attemptKey, epoch: 1, asset: first.asset } as const;
const fail = { type: 'RecordFailure', attemptKey, epoch: 1, code: 'lost', message: 'gone', now: at() } as const;
const unknown = { type: 'RecordUnknown', attemptKey, epoch: 1, now: at() } as const;
const pass = { type: 'RecordScore', attemptKey, assetHash: first.asset.hash, evidence: evidenceOf('pass') } as const;
const advance = { type: 'AdvanceJob', now: at(), leftOut: [] } as const;

test('a lease goes to one, and to another once it has lapsed', (t) => {
  const { given } = spec(t);
  given(...dispatched)
    .when(claim)
    .yields(first.claimed());
  given(...dispatched)
    .when({ ...claim, lapsedEpoch: 1 })
    .refuses('lease_held', { epoch: 0 });
  given(...claimed)
    .when({ ...claim, holder: 'dispatcher_2' })
    .refuses('lease_held', { epoch: 1 });
  given(...claimed)
    .when({ ...claim, holder: 'dispatcher_2', lapsedEpoch: 1 })
    .yields(first.claimed(2, 'dispatcher_2'));
});

test('only an attempt that waits for its result is claimed', (t) => {
  const { given } = spec(t);
  given(...dispatched)
    .when({ ...claim, attemptKey: 'another' })
    .refuses('attempt_not_current');
  for (const end of [first.rendered(), first.unknown(), first.refusedByEngine()]) {
    given(...claimed, end)
      .when({ ...claim, lapsedEpoch: 1 })
      .refuses('attempt_not_current');
  }
});

test('a cancel stops what nobody has claimed, and lets the rest be taken over', (t) => {
  const { given } = spec(t);
  given(...dispatched, cancel)
    .when(claim)
    .refuses('cancel_requested');
  given(...claimed, cancel)
    .when({ ...claim, lapsedEpoch: 1 })
    .yields(first.claimed(2));
  given(...dispatched, cancel, jobCancelled({ accepted: 0, notAccepted: 1, chargedCredits: 0 }))
    .when(claim)
    .refuses('attempt_not_current');
});

test('one result for each attempt, under the epoch that holds it', (t) => {
  const { given } = spec(t);
  given(...claimed)
    .when(render)
    .yields(first.rendered());
  const again = [...claimed, first.claimed(2)];
  for (const command of [render, fail, unknown]) {
    given(...dispatched)
      .when(command)
      .refuses('attempt_not_current');
    given(...again)
      .when(command)
      .refuses('stale_epoch', { epoch: 2 });
    given(...claimed)
      .when({ ...command, attemptKey: 'another' })
      .refuses('attempt_not_current');
  }
  given(...rendered)
    .when({ ...render, asset: assetOf('another') })
    .refuses('attempt_not_current');
  for (const command of [fail, unknown]) {
    given(...rendered)
      .when(command)
      .refuses('attempt_not_current');
  }
});

test('what an engine refused without doing anything is sent again, under another key', (t) => {
  const { given } = spec(t);
  const busy = { ...fail, code: 'unavailable', message: 'busy' } as const;
  const past: JobEvent[] = [...dispatched];
  for (let retry = 0; retry < limits.engineFailuresPerAttemptMax; retry += 1) {
    const [now, next] = [frameStory(details, 0, 1, retry), frameStory(details, 0, 1, retry + 1)];
    given(...past, now.claimed())
      .when({ ...busy, attemptKey: now.attemptKey })
      .yields(now.refusedByEngine());
    past.push(now.claimed(), now.refusedByEngine());
    const dueAt = at(limits.engineBackoffMs[retry] ?? 0);
    given(...past)
      .when({ ...advance, now: at((limits.engineBackoffMs[retry] ?? 0) - 1) })
      .yields();
    given(...past)
      .when({ ...advance, now: dueAt })
      .yields(next.dispatched());
    past.push(next.dispatched());
  }
  const last = frameStory(details, 0, 1, limits.engineFailuresPerAttemptMax);
  given(...past, last.claimed())
    .when({ ...busy, attemptKey: last.attemptKey })
    .yields(last.failed('unavailable', 'busy'), last.toPerson('engine_failed'));
});

test('what an engine cannot do goes to the next one', (t) => {
  const { given } = spec(t);
  const rejected = { ...fail, code: 'rejected' } as const;
  given(...claimed)
    .when(rejected)
    .yields(first.failed('rejected'), first.toPerson('engine_failed'));

  const two = jobDetailsOf({ frames: 1, engines: ['service_images', 'provider_c'] });
  const [begun, next] = [frameStory(two, 0), frameStory(two, 0, 2)];
  const past = [jobQueued(two), jobStarted({ leftOut: [] }), begun.dispatched(), begun.claimed()];
  const engine = 'provider_c';
  given(...past)
    .when(rejected)
    .yields(begun.failed('rejected'), next.planned({ step: 'next_engine', engine }), next.dispatched({ engine }));
  const later = [begun.failed('rejected'), next.planned({ step: 'next_engine', engine }), next.dispatched({ engine })];
  given(...past, ...later, next.claimed())
    .when({ ...rejected, attemptKey: next.attemptKey })
    .yields(next.failed('rejected'), next.toPerson('engine_failed'));
});

test('a lost attempt is spent, and the ladder goes on', (t) => {
  const { given } = spec(t);
  const past: JobEvent[] = [...claimed];
  given(...past)
    .when(fail)
    .yields(first.failed(), second.planned(), second.dispatched());
  past.push(first.failed(), second.planned(), second.dispatched(), second.claimed());
  given(...past)
    .when({ ...fail, attemptKey: second.attemptKey })
    .yields(second.failed(), third.planned(), third.dispatched());
  past.push(second.failed(), third.planned(), third.dispatched(), third.claimed());
  given(...past)
    .when({ ...fail, attemptKey: third.attemptKey })
    .yields(third.failed(), third.toPerson('engine_failed'));
});

test('what an engine says of a failure is kept as far as an event holds it', (t) => {
  const kept = 'x'.repeat(limits.failureMessageCharsMax - 1);
  // Cut through a surrogate pair, which no store can hold a half of.
  spec(t)
    .given(...claimed, cancel)
    .when({ ...fail, message: `${kept}\u{1F3AC} and more` })
    .yields(first.failed('lost', `${kept}\uFFFD`));
});

test('under a cancel a failure is only a failure', (t) => {
  const { given } = spec(t);
  for (const code of ['unavailable', 'rejected', 'lost'] as const) {
    given(...claimed, cancel)
      .when({ ...fail, code })
      .yields(first.failed(code));
  }
  given(...rendered, cancel)
    .when({ ...pass, evidence: evidenceOf('fail') })
    .yields(first.scored(evidenceOf('fail')));
});

test('an unknown outcome is waited for, and goes to a person in time', (t) => {
  const { given } = spec(t);
  const waiting = [...claimed, first.unknown()];
  given(...claimed)
    .when(unknown)
    .yields(first.unknown());
  given(...waiting)
    .when(unknown)
    .yields();
  given(...waiting)
    .when(render)
    .yields(first.rendered());
  given(...waiting)
    .when(fail)
    .yields(first.failed(), second.planned(), second.dispatched());
  given(...waiting)
    .when({ ...advance, now: at(limits.dispatchUnknownMaxMs - 1) })
    .yields();
  const due = { ...advance, now: at(limits.dispatchUnknownMaxMs) };
  given(...waiting)
    .when(due)
    .yields(first.toPerson('dispatch_unknown'));
  given(...waiting, cancel)
    .when(due)
    .yields(first.toPerson('dispatch_unknown'));
  given(...waiting, first.toPerson('dispatch_unknown'))
    .when(render)
    .refuses('attempt_not_current');
});

test('an unknown outcome is told by the one call that was made, under whichever epoch', (t) => {
  const { given } = spec(t);
  // The first holder was paused; the second one found that its engine must not be asked again.
  const waiting = [...claimed, first.claimed(2, 'dispatcher_2'), first.unknown()];
  given(...waiting)
    .when(render)
    .yields(first.rendered());
  given(...waiting)
    .when({ ...render, epoch: 2 })
    .yields(first.rendered(2));
  given(...waiting)
    .when(fail)
    .yields(first.failed(), second.planned(), second.dispatched());
  for (const epoch of [0, 3]) {
    given(...waiting)
      .when({ ...render, epoch })
      .refuses('stale_epoch', { epoch: 2 });
  }
});

test('a good frame is accepted, and charged for each attempt that delivered', (t) => {
  const { given } = spec(t);
  given(...rendered)
    .when(pass)
    .leadsTo((state, events) => {
      t.deepEqual(events, [first.scored(), first.accepted()]);
      t.is(chargedCredits(state), 4);
    });
  const climbed = [first.scored(evidenceOf('fail')), second.planned(), second.dispatched()];
  given(...rendered, ...climbed, second.claimed(), second.rendered())
    .when({ ...pass, attemptKey: second.attemptKey, assetHash: second.asset.hash })
    .yields(second.scored(), second.accepted());
  // The first attempt delivered nothing, and costs nothing.
  const lost = [first.failed(), second.planned(), second.dispatched()];
  given(...claimed, ...lost, second.claimed(), second.rendered())
    .when({ ...pass, attemptKey: second.attemptKey, assetHash: second.asset.hash })
    .yields(second.scored(), second.accepted({ creditsCharged: 4, attemptKeys: [second.attemptKey] }));
});

test('a frame that fails its score climbs the ladder to a person', (t) => {
  const { given } = spec(t);
  const failed = { ...pass, evidence: evidenceOf('fail') };
  const past: JobEvent[] = [...rendered];
  const corrections = ['more contrast'];
  given(...past)
    .when(failed)
    .yields(first.scored(evidenceOf('fail')), second.planned({ step: 'new_seed' }), second.dispatched());
  past.push(first.scored(evidenceOf('fail')), second.planned(), second.dispatched());
  past.push(second.claimed(), second.rendered());
  given(...past)
    .when({ ...failed, attemptKey: second.attemptKey, assetHash: second.asset.hash })
    .yields(
      second.scored(evidenceOf('fail')),
      third.planned({ step: 'corrections', corrections }),
      third.dispatched({ corrections }),
    );
  past.push(second.scored(evidenceOf('fail')), third.planned({ corrections }), third.dispatched({ corrections }));
  past.push(third.claimed(), third.rendered());
  given(...past)
    .when({ ...failed, attemptKey: third.attemptKey, assetHash: third.asset.hash })
    .yields(third.scored(evidenceOf('fail')), third.toPerson());
});

test('corrections gather up to what an event holds, the newest last', (t) => {
  const asked = (from: number) => Array.from({ length: limits.correctionsMax }, (_, index) => `${from + index}`);
  const each = { attemptsUsed: 1, corrections: asked(0) };
  const repair = jobDetailsOf({ frames: 1, each });
  const [now, next] = [frameStory(repair, 0, 2), frameStory(repair, 0, 3)];
  // Eleven of them are new, and the oldest is asked for again.
  const evidence = evidenceOf('fail', ['0', ...asked(11).slice(1)]);
  spec(t)
    .given(jobQueued(repair), jobStarted({ leftOut: [] }), now.dispatched(), now.claimed(), now.rendered())
    .when({ ...pass, attemptKey: now.attemptKey, assetHash: now.asset.hash, evidence })
    .yields(
      now.scored(evidence),
      next.planned({ corrections: evidence.corrections }),
      next.dispatched({ corrections: evidence.corrections }),
    );
});

test('a score is for the picture that was rendered, once', (t) => {
  const { given } = spec(t);
  for (const past of [dispatched, claimed]) {
    given(...past)
      .when(pass)
      .refuses('attempt_not_current');
  }
  given(...rendered)
    .when({ ...pass, assetHash: hashOf('another') })
    .refuses('attempt_not_current');
  given(...rendered)
    .when({ ...pass, attemptKey: 'another' })
    .refuses('attempt_not_current');
  given(...rendered, first.scored(), first.accepted())
    .when({ ...pass, evidence: evidenceOf('fail') })
    .yields();
});

test('attempts count on across the jobs of a manifest', (t) => {
  const each = { attemptsUsed: 3, attemptsMax: 4, corrections: ['warmer'], additionsHash: hashOf('additions') };
  const repair = jobDetailsOf({ frames: 1, engines: ['service_images', 'provider_c'], each });
  const fourth = frameStory(repair, 0, 4);
  const { given } = spec(t);
  const start = [jobStarted({ leftOut: [] }), fourth.dispatched({ engine: 'provider_c' })];
  given(jobQueued(repair))
    .when(advance)
    .yields(...start);
  given(jobQueued(repair), ...start, fourth.claimed(), fourth.rendered())
    .when({
      ...pass,
      attemptKey: fourth.attemptKey,
      assetHash: fourth.asset.hash,
      evidence: evidenceOf('fail'),
    })
    .yields(fourth.scored(evidenceOf('fail')), fourth.toPerson());
  t.is(heldFor({ priceCredits: 4, ...each }), 4);
});

test('a frame without an attempt left goes to a person, unasked', (t) => {
  const repair = jobDetailsOf({ frames: 1, each: { attemptsUsed: 3, attemptsMax: 3 } });
  spec(t)
    .given(jobQueued(repair))
    .when(advance)
    .yields(jobStarted({ leftOut: [] }), frameStory(repair, 0, 4).toPerson('attempts_exhausted'));
});
