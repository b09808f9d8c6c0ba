/** Tasks that are not judged: accepted by being rendered, retried while an engine is away, and never climbing. */
import { jobQueued, jobStarted } from '../../../events/job.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { at, batchDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advanceAt, test } from './job-spec.ts';

const chain = batchDetailsOf({ pictures: 3, chained: true });
const [first, second] = [frameStory(chain, 0), frameStory(chain, 1)];
const begun = [jobQueued(chain), jobStarted({ leftOut: [] }), first.dispatched(), first.claimed()];
const result = { attemptKey: first.attemptKey, epoch: 1 } as const;

test('a picture is accepted by being rendered, and the next one continues it', (given) => {
  const render = { type: 'RecordRender', ...result, asset: first.asset } as const;
  given(begun).accepts(render, first.rendered(), second.dispatched({ previousAsset: first.asset }));
  given(begun, first.rendered()).accepts(render);
});

test('an engine that did nothing is asked again, and one that cannot fails the task', (given) => {
  const fail = { type: 'RecordFailure', ...result, message: 'busy', now: at() } as const;
  given(begun).accepts({ ...fail, code: 'unavailable' }, first.refusedByEngine());
  const again = frameStory(chain, 0, 1, 1);
  given(begun, first.refusedByEngine()).accepts(advanceAt(limits.engineBackoffMs[0]), again.dispatched());
  for (const code of ['rejected', 'lost'] as const) {
    given(begun).accepts({ ...fail, code }, first.failed(code, 'busy'));
  }
});

test('an outcome that stays unknown until its deadline has failed', (given) => {
  given(begun, first.unknown()).accepts(
    advanceAt(limits.dispatchUnknownMaxMs),
    first.failed('dispatch_unknown', 'the engine never told the outcome of this attempt'),
  );
});
