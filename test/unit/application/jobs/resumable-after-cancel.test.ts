/** Whether a further repair could make progress, as the poll of a cancelled job tells it at any later time. */
import test, { type ExecutionContext } from 'ava';
import { answered, bodyOf, refusalOf } from '../../../support/application/answered.ts';
import { decide, generate, plan, produce, repair, storyboardOf } from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

/** A job of three frames, which made one of them before it was cancelled. */
const givenCancelled = async (t: ExecutionContext) => {
  const { process, ann } = await givenWorld(t, { trialCredits: 500 });
  const production = await produce(process, ann, 3);
  const { projectId, planId } = production;
  const drawn = async (jobId: string, attempts = Infinity) => {
    await drawJob(process.services, jobId, () => 'pass', attempts);
    return jobId;
  };
  const cancelled = async (jobId: string, attempts: number) => {
    await drawn(jobId, attempts);
    await answered(process.application.cancelJob(ann, jobId));
    return drawn(jobId);
  };
  const first = await cancelled(await generate(process, production), 1);
  const repairing = async () => process.application.repair(ann, projectId, planId, null);
  return {
    first,
    drawn,
    cancelled,
    repair: async () => repair(process, production),
    /** As the poll of each job says. */
    isResumable: async (...jobs: readonly string[]): Promise<readonly boolean[]> =>
      Promise.all(
        jobs.map(async (id) => {
          const view = await bodyOf(process.application.job(ann, projectId, id, { atLeast: null }));
          return (view.body as unknown as { readonly resumable: boolean }).resumable;
        }),
      ),
    refusal: async () => refusalOf(repairing()),
    /** A later plan of the first frame and another one. */
    replan: async () => {
      const frames = [...storyboardOf(1).frames, { prompt: 'Another' }];
      await answered(process.application.reviseStoryboard(ann, projectId, { ...storyboardOf(1), frames }, null));
      return plan(process, ann, projectId);
    },
    generate: async (later: Awaited<ReturnType<typeof plan>>) => drawn(await generate(process, later)),
    accept: async (later: Awaited<ReturnType<typeof plan>>) => answered(decide(process, later, 'accept', 0)),
  };
};

test('a cancelled job is resumable until a repair has made what it left', async (t) => {
  const { first, drawn, repair: repairs, isResumable, refusal } = await givenCancelled(t);
  t.deepEqual(await isResumable(first), [true]);
  const second = await repairs();
  t.deepEqual(await isResumable(first, second), [false, false], 'the repair is at work on it');
  await drawn(second);
  t.deepEqual(await isResumable(first, second), [false, false]);
  t.is(await refusal(), 'nothing_to_repair');
});

test('a cancelled job is resumable again once its repair is cancelled, too', async (t) => {
  const { first, cancelled, drawn, repair: repairs, isResumable } = await givenCancelled(t);
  const second = await cancelled(await repairs(), 1);
  t.deepEqual(await isResumable(first, second), [true, true]);
  const third = await drawn(await repairs());
  t.deepEqual(await isResumable(first, second, third), [false, false, false]);
});

for (const end of ['generates', 'is decided on'] as const) {
  test(`no cancelled job is resumable once a later plan ${end}`, async (t) => {
    const { first, cancelled, repair: repairs, isResumable, refusal, replan, ...studio } = await givenCancelled(t);
    const second = await cancelled(await repairs(), 1);
    const later = await replan();
    t.deepEqual(await isResumable(first, second), [true, true], 'a repair still takes what is left');
    await (end === 'generates' ? studio.generate(later) : studio.accept(later));
    t.deepEqual(await isResumable(first, second), [false, false]);
    t.is(await refusal(), 'plan_superseded');
  });
}
