/** The answer to a manifest after a later one has generated: its project does not know its jobs any more. */
import test, { type ExecutionContext } from 'ava';
import { photoSequence } from '../../../../../projections/photo-sequence.ts';
import type { Storyboard } from '../../../../../src/application/projects/storyboard.ts';
import { sequenceFromStreams } from '../../../../../src/application/review/sequence.ts';
import { assert } from '../../../../../src/kernel/faults.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf, storedBody } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import {
  asked,
  decide,
  draw,
  generate,
  plan,
  produce,
  type Production,
  redraw,
  repair,
  replan,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld, type Process, type World } from '../../../../support/application/world.ts';
import { jobOf, planOf, projectOf } from '../../../../support/application/states.ts';

type Studio = { readonly world: World; readonly process: Process; readonly first: Production };

/** A project of so many frames, and its first plan. */
const givenPlanned = async (t: ExecutionContext, frames: number): Promise<Studio> => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 5_000 });
  return { world, process, first: await produce(process, ann, frames) };
};

/** The storyboard with other prompts in some places. */
const changed = (storyboard: Storyboard, prompts: Readonly<Record<number, string>>): Storyboard => ({
  ...storyboard,
  frames: storyboard.frames.map((frame, index) => ({ ...frame, prompt: prompts[index] ?? frame.prompt })),
});

const generating = async ({ process }: Studio, production: Production, ids?: readonly string[]) =>
  process.application.generate(...asked(production, ids), null);

test('the same selection again is answered with its job, whatever has generated since', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenPlanned(t, 2);
  const { process, first } = studio;
  const [one = '', other = ''] = first.requirementIds;
  const jobId = await draw(process, first, 'pass', [one]);
  await draw(process, await replan(process, first, changed(board, { 1: 'another' })));
  t.is(
    (await projectOf(process, first.projectId)).generated?.jobs.length,
    1,
    'the project knows the last manifest alone',
  );
  t.is(await generate(process, first, [one]), jobId);
  t.is(await refusalOf(generating(studio, first, [other])), 'script_revision_conflict');
  t.is(await refusalOf(generating(studio, first)), 'script_revision_conflict');
});

test('a superseded plan shows all its jobs, also from streams alone', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenPlanned(t, 2);
  const { process, first } = studio;
  const [one = '', other = ''] = first.requirementIds;
  const jobIds = [await draw(process, first, 'pass', [one]), await draw(process, first, 'pass', [other])];
  await draw(process, await replan(process, first, changed(board, { 1: 'another' })));
  t.deepEqual(
    (await planOf(process, first.planId)).jobs.map(({ jobId }) => jobId),
    jobIds,
  );
  const shown = await bodyOf(process.application.photoSequence(first.caller, first.projectId, first.planId, FRESH));
  t.like(shown['plan'], { jobIds, superseded: true });
  const folded = await sequenceFromStreams((await studio.world.start()).ground, first.planId);
  assert(folded !== undefined, 'the plan is there');
  const { plan: document, jobs } = folded.document.body;
  t.deepEqual(photoSequence(document, jobs, new Map()) as unknown, shown);
});

test('a repair of a plan that carried all its frames ends the plans before it, as a generation does', async (t) => {
  const board = storyboardOf(3);
  const studio = await givenPlanned(t, 3);
  const { process, first } = studio;
  const jobId = await draw(process, first);
  const next = await replan(process, first, { ...board, frames: board.frames.slice(0, 2) });
  t.like(await storedBody(generating(studio, next)), { reason: 'all_requirements_satisfied' });
  await answered(decide(process, next, 'repair', 0));
  await redraw(process, next);
  t.like(await planOf(process, first.planId), { jobs: [{ jobId }] });
  t.is(
    await refusalOf(process.application.repair(first.caller, first.projectId, first.planId, null)),
    'plan_superseded',
  );
  t.is((await projectOf(process, first.projectId)).generated?.planIds[0], next.planId);
});

test('credits kept for a frame in human review are released when its plan is superseded', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenPlanned(t, 2);
  const { process, first } = studio;
  const jobId = await generate(process, first);
  const { services, application } = process;
  await drawJob(services, jobId, ({ index }) => (index === 0 ? 'fail' : 'pass'));
  const heldNow = async () => (await bodyOf(application.creditSummary(first.caller, FRESH)))['credits'];
  t.like(await heldNow(), { held: limits.attemptsByLadderMax });
  await draw(process, await replan(process, first, changed(board, { 0: 'another' })));
  t.like(await heldNow(), { held: 0 });
  const job = await jobOf(process, jobId);
  t.is(job.status, 'partially_completed');
});

test('cancel and repair without end: a plan has so many jobs, and another plan goes on', async (t) => {
  const studio = await givenPlanned(t, 2);
  const { process, first } = studio;
  const { application, services } = process;
  const { caller: ann, projectId } = first;
  let jobId = await generate(process, first);
  for (let jobs = 1; ; jobs += 1) {
    await answered(application.cancelJob(ann, jobId));
    await drawJob(services, jobId);
    if (jobs === limits.jobsPerPlanMax) break;
    jobId = await repair(process, first);
  }
  t.is(await refusalOf(application.repair(ann, projectId, first.planId, null)), 'human_review');
  t.is((await projectOf(process, first.projectId)).generated?.jobs.length, limits.jobsPerPlanMax);
  const again = await plan(process, ann, projectId);
  t.not(again.manifestHash, first.manifestHash);
  await draw(process, again);
  t.is((await projectOf(process, first.projectId)).generated?.jobs.length, 1);
});
