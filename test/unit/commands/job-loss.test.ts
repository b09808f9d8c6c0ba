/** An attempt whose picture will never be judged. */
import { jobCancelled } from '../../../events/job.ts';
import { cancel, claimed, finish, first, rendered, scoreOf, second, test, third } from './job-spec.ts';

const loss = { type: 'RecordLoss', attemptKey: first.attemptKey, code: 'asset_lost', message: 'gone' } as const;
const lost = first.failed('asset_lost', 'gone');

test('a picture that is lost or cannot be judged ends its attempt; only the one after it is charged', (given) => {
  for (const code of ['asset_lost', 'score_failed'] as const) {
    const failed = first.failed(code, 'gone');
    given(rendered).accepts({ ...loss, code }, failed, second.planned({ step: 'new_seed' }), second.dispatched());
  }
  const climbed = [lost, second.planned(), second.dispatched(), second.claimed(), second.rendered()];
  given(rendered, climbed).accepts(scoreOf(second), second.scored(undefined, 4));
});

test('the last picture is lost: a person decides', (given) => {
  const past = [...rendered, lost, second.planned(), second.dispatched(), second.claimed(), second.rendered()];
  const again = second.failed('asset_lost', 'gone');
  past.push(again, third.planned(), third.dispatched(), third.claimed(), third.rendered());
  given(past).accepts({ ...loss, attemptKey: third.attemptKey }, third.failed('asset_lost', 'gone'), third.toPerson());
});

test('the content of every attempt is lost: no other attempt is made, and a person decides', (given) => {
  given(rendered).accepts(
    { ...loss, code: 'content_lost' },
    first.failed('content_lost', 'gone'),
    first.toPerson('content_lost'),
  );
});

test('under a requested cancel nothing follows, and the job can end', (given) => {
  given(rendered, cancel).accepts(loss, lost);
  given(rendered, cancel, lost).accepts(finish, jobCancelled({ accepted: 0, notAccepted: 1, chargedCredits: 0 }));
});

test('only what waits for its score is lost', (given) => {
  for (const past of [claimed, [...rendered, first.scored()], [...rendered, cancel, lost]]) {
    given(past).refuses(loss, 'attempt_not_current');
  }
});
