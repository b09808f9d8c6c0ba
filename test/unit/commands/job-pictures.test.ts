/** Tasks that are not judged: accepted by being rendered, retried while an engine is away, and never climbing. */
import {
  jobCancelled,
  jobCancelRequested,
  jobFailed,
  jobPartiallyCompleted,
  jobQueued,
  jobStarted,
} from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { at, batchDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advanceAt, finish, test } from './job-spec.ts';

const chain = batchDetailsOf({ pictures: 3, chained: true });
const [first, second] = [frameStory(chain, 0), frameStory(chain, 1)];
const begun = [jobQueued(chain), jobStarted({ leftOut: [] }), first.dispatched(), first.claimed()];
const result = { attemptKey: first.attemptKey, epoch: 1 } as const;

test('a picture is accepted by being rendered, and the next one continues it', (given) => {
  const render = { type: 'RecordRender', ...result, asset: first.asset } as const;
  given(begun)
    .when(render)
    .yields(first.rendered(), second.dispatched({ previousAsset: first.asset }));
  given(begun, first.rendered()).when(render).yields();
});

test('an engine that did nothing is asked again, and one that cannot fails the task', (given) => {
  const fail = { type: 'RecordFailure', ...result, message: 'busy', now: at() } as const;
  given(begun)
    .when({ ...fail, code: 'unavailable' })
    .yields(first.refusedByEngine());
  const again = frameStory(chain, 0, 1, 1);
  given(begun, first.refusedByEngine()).when(advanceAt(limits.engineBackoffMs[0])).yields(again.dispatched());
  for (const code of ['rejected', 'lost'] as const) {
    given(begun)
      .when({ ...fail, code })
      .yields(first.failed(code, 'busy'));
  }
});

test('an outcome that stays unknown until its deadline has failed', (given) => {
  given(begun, first.unknown())
    .when(advanceAt(limits.dispatchUnknownMaxMs))
    .yields(first.failed('dispatch_unknown', 'the engine never told the outcome of this attempt'));
});

test('tasks behind a failure are not begun, and the job ends', (given) => {
  given(begun, first.failed())
    .when(finish)
    .yields(jobFailed({ accepted: 0, notAccepted: 3, chargedCredits: 0 }));
  given(begun, first.rendered(), second.dispatched(), second.claimed(), second.failed())
    .when(finish)
    .yields(jobPartiallyCompleted({ accepted: 1, notAccepted: 2, chargedCredits: 4 }));
});

test('a cancel lets the picture under way finish, and pays for it', (given) => {
  const cancelled = [...begun, jobCancelRequested({ requestedBy: 'ann' })];
  given(cancelled)
    .when({ type: 'RecordRender', ...result, asset: first.asset })
    .yields(first.rendered());
  given(cancelled, first.rendered())
    .when(finish)
    .yields(jobCancelled({ accepted: 1, notAccepted: 2, chargedCredits: 4 }));
});

test('a picture is never scored', (given) => {
  given(begun, first.rendered())
    .when({ type: 'RecordLoss', attemptKey: first.attemptKey, code: 'asset_lost', message: 'gone' })
    .refuses('attempt_not_current');
});
