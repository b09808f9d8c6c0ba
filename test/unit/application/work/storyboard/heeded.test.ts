/** The next job that makes a frame heeds a person's words, after any end of those before. */
import test from 'ava';
import { carryJobOn } from '../../../../../src/application/reactions/carry-job-on.ts';
import { systemContext } from '../../../../../src/application/services/services.ts';
import { createRepair } from '../../../../../src/application/work/storyboard/repair.ts';
import { answered, storedBody } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import { draw, generate, produce, repair } from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { overtakenAt } from '../../../../support/log/watched-commands.ts';
import { jobOf } from '../../../../support/application/states.ts';

test('a repair that is cancelled before it begins loses nothing of what was said', async (t) => {
  const { process, ann } = await givenWorld(t);
  const production = await produce(process, ann, 1);
  const { projectId, planId } = production;
  await draw(process, production, 'fail');
  const decision = {
    frameIndex: 0,
    decision: 'repair',
    note: 'too grim',
    repairPromptAdditions: ['Ada smiles'],
  } as const;
  await answered(process.application.review(ann, projectId, planId, [decision]));
  const asked = async (jobId: string) => {
    const state = await jobOf(process, jobId);
    const [task] = state.tasks;
    return { additions: task?.additionsHash, corrections: state.details?.tasks[0]?.corrections };
  };
  const first = await repair(process, production);
  await answered(process.application.cancelJob(ann, first));
  await carryJobOn(process.services, { jobId: first, projectId }, systemContext(ann.workspaceId, 'supervise', 'c1'));
  const second = await repair(process, production);
  t.is(typeof (await asked(first)).additions, 'string');
  t.deepEqual(await asked(second), await asked(first));
});

test('a repair that is cancelled between its attempts leaves the words to the next one', async (t) => {
  const { process, ann } = await givenWorld(t);
  const production = await produce(process, ann, 1);
  const { projectId, planId } = production;
  await draw(process, production);
  const words = { note: 'too grim', repairPromptAdditions: ['Ada smiles'] };
  await answered(process.application.review(ann, projectId, planId, [{ frameIndex: 0, decision: 'repair', ...words }]));
  const first = await repair(process, production);
  await drawJob(process.services, first, () => 'fail', 1);
  await answered(process.application.cancelJob(ann, first));
  await carryJobOn(process.services, { jobId: first, projectId }, systemContext(ann.workspaceId, 'supervise', 'c1'));
  const state = await jobOf(process, await repair(process, production));
  t.is(typeof state.tasks[0]?.additionsHash, 'string');
});

test('words that come while a repair begins wait for the next one, which heeds them', async (t) => {
  const { process, ann } = await givenWorld(t);
  const production = await produce(process, ann, 2);
  const { projectId, planId } = production;
  const first = await generate(process, production);
  await drawJob(process.services, first, () => 'fail', 1);
  await answered(process.application.cancelJob(ann, first));
  await drawJob(process.services, first);
  const words = { note: 'too grim', repairPromptAdditions: ['Ada smiles'] };
  const say = async () =>
    answered(process.application.review(ann, projectId, planId, [{ frameIndex: 0, decision: 'repair', ...words }]));
  const commands = overtakenAt(process.services.commands, 'QueueJob', say);
  const { job: begun } = (await storedBody(
    createRepair({ ...process.services, commands })(ann, projectId, planId, null),
  )) as { readonly job: { readonly id: string } };
  await drawJob(process.services, begun.id);
  t.deepEqual(
    (await jobOf(process, begun.id)).tasks.map(({ status }) => status),
    ['left_out', 'accepted'],
  );
  const next = await jobOf(process, await repair(process, production));
  t.deepEqual(
    next.tasks.map(({ index, additionsHash }) => [index, typeof additionsHash]),
    [[0, 'string']],
  );
});
