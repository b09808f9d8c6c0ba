/** Frames that continue one another. */
import { jobFailed, jobQueued, jobStarted } from '../../../events/job.ts';
import { assetOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, finish, scoreOf, test } from './job-spec.ts';

const before = assetOf('before');

test('a chain goes on once the frame before is accepted', (given) => {
  const chain = jobDetailsOf({ continuityMode: 'chain', frames: 3 });
  const [first, second] = [frameStory(chain, 0), frameStory(chain, 1)];
  const past = [jobQueued(chain), jobStarted({ leftOut: [] }), first.dispatched()];
  given(jobQueued(chain)).accepts(advance, jobStarted({ leftOut: [] }), first.dispatched());
  given(past).accepts(advance);
  given(past, first.claimed(), first.rendered()).accepts(advance);
  given(past, first.claimed(), first.rendered()).accepts(
    scoreOf(first),
    first.scored(),
    second.dispatched({ previousAsset: first.asset }),
  );
});

test('a chain goes on from what an earlier job made', (given) => {
  const chain = jobDetailsOf({
    continuityMode: 'chain',
    frames: 1,
    each: { previousAsset: before },
  });
  given(jobQueued(chain)).accepts(
    advance,
    jobStarted({ leftOut: [] }),
    frameStory(chain, 0).dispatched({ previousAsset: before }),
  );
});

test('a chain goes on from what a person accepted before the repair began', (given) => {
  const chain = jobDetailsOf({ continuityMode: 'chain' });
  const tasks = chain.tasks.map((task, index) => (index === 1 ? { ...task, previousAsset: before } : task));
  const repair = { ...chain, tasks };
  const leftOut = ['req_0'];
  given(jobQueued(repair)).accepts(
    { ...advance, leftOut },
    jobStarted({ leftOut }),
    frameStory(repair, 1).dispatched(),
  );
});

test('a frame in human review ends a chain', (given) => {
  const chain = jobDetailsOf({ continuityMode: 'chain' });
  const first = frameStory(chain, 0);
  const past = [jobQueued(chain), jobStarted({ leftOut: [] }), first.dispatched(), first.claimed()];
  given(past, first.failed('rejected'), first.toPerson('engine_failed')).accepts(
    finish,
    jobFailed({ accepted: 0, notAccepted: 2, chargedCredits: 0 }),
  );
});
