/** Whether a further generate or repair could make progress, as each poll of an ended job tells it. */
import test, { type ExecutionContext } from 'ava';
import { answered, FRESH, refusalOf } from '../../../support/application/answered.ts';
import {
  decide,
  draw,
  generate,
  produce,
  repair,
  replan,
  revise,
  storyboardOf,
} from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

const ANOTHER = { ...storyboardOf(1), frames: [...storyboardOf(1).frames, { prompt: 'Another' }] };

/** A plan of so many frames. */
const givenPlanned = async (t: ExecutionContext, frames: number) => {
  const { process, ann } = await givenWorld(t, { trialCredits: 500 });
  const production = await produce(process, ann, frames);
  const { projectId, planId } = production;
  const drawn = async (jobId: string, attempts = Infinity) => {
    await drawJob(process.services, jobId, () => 'pass', attempts);
    return jobId;
  };
  const poll = async (jobId: string) => answered(process.application.job(ann, projectId, jobId, FRESH));
  return {
    process,
    production,
    drawn,
    /** A job that makes so many attempts before it is cancelled. */
    cancelled: async (jobId: string, attempts: number) => {
      await drawn(jobId, attempts);
      await answered(process.application.cancelJob(ann, jobId));
      return drawn(jobId);
    },
    sendBack: async (frameIndex: number) => answered(decide(process, production, 'repair', frameIndex)),
    repair: async () => repair(process, production),
    refusal: async () => refusalOf(process.application.repair(ann, projectId, planId, null)),
    tagOf: async (jobId: string): Promise<string> => (await poll(jobId)).etag,
    /** As the poll of each job says. */
    isResumable: async (...jobs: readonly string[]): Promise<readonly boolean[]> => {
      const polls = await Promise.all(jobs.map(poll));
      return polls.map(({ value: { body } }) => (body as unknown as { readonly resumable: boolean }).resumable);
    },
  };
};

for (const [what, second] of [
  ['that waits for a person', 'fail'],
  ['of a completed job', 'pass'],
] as const) {
  test(`a frame ${what}, sent to repair, makes its job resumable, until the repair has it`, async (t) => {
    const { process, production, drawn, sendBack, repair: repairs, tagOf, isResumable } = await givenPlanned(t, 2);
    const first = await draw(process, production, ({ index }) => (index === 1 ? second : 'pass'));
    t.deepEqual(await isResumable(first), [false]);
    const before = await tagOf(first);
    await sendBack(1);
    t.deepEqual(await isResumable(first), [true]);
    t.not(await tagOf(first), before, 'another copy, though the job has not moved');
    const again = await drawn(await repairs());
    t.deepEqual(await isResumable(first, again), [false, false]);
  });
}

test('no job of a plan that a later one superseded is resumable', async (t) => {
  const { process, production, sendBack, isResumable } = await givenPlanned(t, 3);
  const first = await draw(process, production, 'pass', production.requirementIds.slice(0, 2));
  await sendBack(1);
  const later = await replan(process, production, ANOTHER);
  t.deepEqual(await isResumable(first), [true], 'a repair still takes the frame');
  await draw(process, later);
  t.deepEqual(await isResumable(first), [false]);
});

test('a job is resumable by the rest of its manifest until later jobs have dispatched it', async (t) => {
  const { process, production, drawn, sendBack, repair: repairs, isResumable } = await givenPlanned(t, 34);
  const { requirementIds } = production;
  const make = async (...ids: readonly string[]) =>
    draw(process, production, ({ index }) => (index === 1 ? 'fail' : 'pass'), ids);
  const jobs = [await make(...requirementIds.slice(0, 1)), await make(...requirementIds.slice(1, 32))];
  t.deepEqual(await isResumable(...jobs), [true, true]);
  await sendBack(1);
  jobs.push(await drawn(await repairs()));
  t.deepEqual(await isResumable(...jobs), [true, true, true], 'the second part was never dispatched');
  jobs.push(await draw(process, production));
  t.deepEqual(await isResumable(...jobs), [false, false, false, false]);
});

test('a job is not resumable by the rest of a storyboard that has moved', async (t) => {
  const { process, production, isResumable } = await givenPlanned(t, 2);
  const first = await draw(process, production, 'pass', production.requirementIds.slice(0, 1));
  t.deepEqual(await isResumable(first), [true]);
  await revise(process, production, ANOTHER);
  t.deepEqual(await isResumable(first), [false]);
});

/** A job of three frames, which made one of them before it was cancelled. */
const givenCancelled = async (t: ExecutionContext) => {
  const planned = await givenPlanned(t, 3);
  return { ...planned, first: await planned.cancelled(await generate(planned.process, planned.production), 1) };
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
    const { first, process, production, cancelled, repair: repairs, isResumable, refusal } = await givenCancelled(t);
    const second = await cancelled(await repairs(), 1);
    const later = await replan(process, production, ANOTHER);
    t.deepEqual(await isResumable(first, second), [true, true], 'a repair still takes what is left');
    await (end === 'generates' ? draw(process, later) : answered(decide(process, later, 'accept', 0)));
    t.deepEqual(await isResumable(first, second), [false, false]);
    t.is(await refusal(), 'plan_superseded');
  });
}
