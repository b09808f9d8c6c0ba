/** A repair that comes while an accept is being carried out, in another process. */
import test from 'ava';
import type { CommandHandler as Commands } from '../../../../src/application/log/command-handler.ts';
import { createReview } from '../../../../src/application/review/review.ts';
import { answered } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { decide, draw, generate, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';
import { balancesIn, jobOf } from '../../../support/application/states.ts';

test('an accepted frame is paid before its part can be released', async (t) => {
  const world = await createWorld(t);
  const [here, there] = [await world.start({}), await world.start({})];
  const ann = await enterAs(here, 'ann');
  const production = await produce(here, ann, 2);
  const jobId = await draw(here, production, ({ index }) => (index === 0 ? 'fail' : 'pass'));
  const balances = async () => balancesIn(there, ann.workspaceId);
  const before = await balances();
  let overtaken = false;
  const commands = overtakenAt(here.services.commands, 'AcceptFrame', async () => {
    overtaken = true;
    await answered(decide(there, production, 'repair', 0));
  });
  const review = createReview({ ...here.ground, commands });
  await answered(decide({ application: { review } }, production, 'accept', 0));
  t.true(overtaken);
  const job = await jobOf(there, jobId);
  const charged = job.tasks[0]?.creditsCharged ?? 0;
  t.true(charged > 0);
  const after = await balances();
  t.deepEqual([before.total - after.total, after.held], [charged, 0]);
});

test('a repair that an accept is still in the way of may be sent again', async (t) => {
  const world = await createWorld(t);
  const here = await world.start({});
  const ann = await enterAs(here, 'ann');
  const { projectId, planId, ...rest } = await produce(here, ann, 1);
  const jobId = await generate(here, { projectId, planId, ...rest });
  await drawJob(here.services, jobId, () => 'pass');
  const refusal = { code: 'accept_pending', detail: { frameIndex: 0 } } as const;
  const handle = async (...asked: Parameters<Commands['handle']>) =>
    (asked[2] as { readonly type: string }).type === 'ReviewFrames'
      ? { kind: 'refused', refusal }
      : here.services.commands.handle(...asked);
  const commands = { ...here.services.commands, handle } as unknown as Commands;
  const review = createReview({ ...here.ground, commands });
  const repair = [{ frameIndex: 0, decision: 'repair', note: 'again' }] as const;
  t.like(await review(ann, projectId, planId, repair), { code: 'qa_report_missing', retryAfterSeconds: 1 });
});
