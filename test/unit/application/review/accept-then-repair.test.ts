/** A repair that comes while an accept is being carried out, in another process. */
import test from 'ava';
import { jobDecider } from '../../../../commands/job/decider.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../commands/ledger/stream.ts';
import { createReview } from '../../../../src/application/review/review.ts';
import { answered } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';

test('an accepted frame is paid before its part can be released', async (t) => {
  const world = await createWorld(t);
  const [here, there] = [await world.start({}), await world.start({})];
  const ann = await enterAs(here, 'ann');
  const { projectId, planId, ...rest } = await produce(here, ann, 2);
  const jobId = await generate(here, { projectId, planId, ...rest });
  await drawJob(here.services, jobId, ({ index }) => (index === 0 ? 'fail' : 'pass'));
  const balances = async () =>
    balancesOf((await there.services.commands.read(ledgerDecider, ledgerStream(ann.workspaceId))).state);
  const before = await balances();
  let overtaken = false;
  const commands = overtakenAt(here.services.commands, 'AcceptFrame', async () => {
    overtaken = true;
    const repair = [{ frameIndex: 0, decision: 'repair', note: 'no, again' }] as const;
    await answered(there.application.review(ann, projectId, planId, repair));
  });
  const review = createReview({ ...here.ground, commands });
  await answered(review(ann, projectId, planId, [{ frameIndex: 0, decision: 'accept', note: 'good' }]));
  t.true(overtaken);
  const { state: job } = await there.services.commands.read(jobDecider, jobStream(jobId));
  const charged = job.tasks[0]?.creditsCharged ?? 0;
  t.true(charged > 0);
  const after = await balances();
  t.deepEqual([before.total - after.total, after.held], [charged, 0]);
});
