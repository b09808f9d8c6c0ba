/** Frames that continue one another. */
import { jobQueued, jobStarted } from '../../../events/job.ts';
import { assetOf, jobDetailsOf } from '../../support/jobs/builders.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { advance, test } from './job-spec.ts';

const before = assetOf('before');

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
