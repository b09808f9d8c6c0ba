/** A person's accept, as a job takes it. */
import { chargedCredits } from '../../../commands/job/queries.ts';
import { jobCancelled } from '../../../events/job.ts';
import { evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import { cancel, first, rendered, second, test, third } from './job-spec.ts';

const failedOnce = [...rendered, first.scored(evidenceOf('fail')), second.planned(), second.dispatched()];
const climbed = [second.claimed(), second.failed(), third.planned(), third.dispatched()];
const spent = [...failedOnce, ...climbed, third.claimed(), third.failed(), third.toPerson('engine_failed')];
const acceptFirst = { type: 'AcceptFrame', taskId: 'req_0', assetHash: first.asset.hash } as const;
const byPerson = first.accepted();

test('a person accepts the latest scored attempt of a frame that waits, and it is charged', (given, t) => {
  given(spent).leadsTo(acceptFirst, (state, events) => {
    t.deepEqual(events, [byPerson]);
    t.is(chargedCredits(state), 4);
  });
  given(spent).refuses({ ...acceptFirst, assetHash: hashOf('another') }, 'not_acceptable');
});

test('a frame that is under way or was never scored cannot be accepted', (given) => {
  for (const past of [rendered.slice(0, 1), rendered.slice(0, 3), rendered, failedOnce]) {
    given(past).refuses(acceptFirst, 'not_acceptable');
  }
  given(rendered.slice(0, 4), first.unknown(), first.toPerson('dispatch_unknown')).refuses(
    acceptFirst,
    'not_acceptable',
  );
  given(spent).refuses({ ...acceptFirst, taskId: 'req_9' }, 'not_acceptable');
});

test('a frame that a cancel left with a score is accepted for nothing: its credits were released', (given) => {
  const free = first.accepted({ creditsCharged: 0, attemptKeys: [] });
  const end = jobCancelled({ accepted: 0, notAccepted: 1, chargedCredits: 0 });
  const left = [
    [...rendered, cancel, first.scored(evidenceOf('fail'))],
    // Attempts on their way to an engine go nowhere any more.
    [...failedOnce, cancel],
    [...failedOnce, second.claimed(), second.refusedByEngine(), cancel],
  ];
  for (const past of left) {
    given(past, end).accepts(acceptFirst, free);
  }
  given(failedOnce, second.claimed(), cancel).refuses(acceptFirst, 'not_acceptable');
});
