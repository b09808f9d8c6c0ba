/** An attempt that an engine works on by itself: submitted once, without a lease, with an outcome or given up. */
import { limits } from '../../../src/kernel/limits.ts';
import { at } from '../../support/jobs/builders.ts';
import { advanceAt, cancel, claimed, dispatched, finish, first, test } from './job-spec.ts';

const about = { attemptKey: first.attemptKey, epoch: 1, now: at() };
const submit = { type: 'RecordSubmission', ...about, ref: 'film-1', pollAfterMs: 1_000 } as const;
const submitted = [...claimed, first.submitted()];

test('a claimed attempt is submitted, once and under one name', (given) => {
  given(claimed).accepts(submit, first.submitted());
  given(submitted).accepts(submit);
  given(submitted).refuses({ ...submit, ref: 'film-2' }, 'attempt_not_current');
  given(dispatched).refuses(submit, 'attempt_not_current');
  given(claimed, first.claimed(2)).refuses(submit, 'stale_epoch', { epoch: 2 });
  given(claimed, first.unknown()).accepts(submit, first.submitted());
});

test('the first question is asked within bounds', (given) => {
  for (const [wish, ms] of [
    [-1, limits.pollDelayMsMin],
    [1e9, limits.pollDelayMsMax],
  ] as const) {
    given(claimed).accepts({ ...submit, pollAfterMs: wish }, first.submitted('film-1', 1, ms));
  }
});

test('its outcome is taken from any process', (given) => {
  given(submitted).accepts({ type: 'RecordRender', ...about, asset: first.asset }, first.rendered());
  given(submitted).accepts(
    { type: 'RecordFailure', ...about, code: 'unavailable', message: 'busy' },
    first.refusedByEngine(),
  );
  given(submitted, cancel).accepts(
    { type: 'RecordFailure', ...about, code: 'cancelled', message: 'off' },
    first.failed('cancelled', 'off'),
  );
  given(submitted).accepts({ type: 'RecordUnknown', ...about, pollAfterMs: 1_000 }, first.unknown(0, at(1_000)));
});

test('it is given up when its time is up, and not before', (given) => {
  given(submitted).accepts(advanceAt(limits.submittedMaxMs - 1));
  given(submitted).accepts(advanceAt(limits.submittedMaxMs), first.toPerson('dispatch_unknown'));
});

test('a cancelled job waits for it', (given) => {
  given(submitted, cancel).refuses(finish, 'not_finished');
});
