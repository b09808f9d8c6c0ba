/** The answer to a manifest after a later one has generated: its project does not know its jobs any more. */
import test, { type ExecutionContext } from 'ava';
import { jobDecider } from '../../../../../commands/job/decider.ts';
import { jobStream } from '../../../../../commands/job/stream.ts';
import { planDecider } from '../../../../../commands/plan/decider.ts';
import { planStream } from '../../../../../commands/plan/stream.ts';
import { projectDecider } from '../../../../../commands/project/decider.ts';
import { projectStream } from '../../../../../commands/project/stream.ts';
import { photoSequence } from '../../../../../projections/photo-sequence/view.ts';
import type { Caller } from '../../../../../src/application/calls/caller.ts';
import type { Storyboard } from '../../../../../src/application/projects/storyboard.ts';
import { sequenceFromStreams } from '../../../../../src/application/review/sequence.ts';
import { assert } from '../../../../../src/kernel/faults.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf, storedBody } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import {
  createProject,
  generate,
  plan,
  type Production,
  repair,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld, type Process, type World } from '../../../../support/application/world.ts';

type Studio = { readonly world: World; readonly process: Process; readonly ann: Caller; readonly projectId: string };

const givenProject = async (t: ExecutionContext, storyboard: Storyboard): Promise<Studio> => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 5_000 });
  return { world, process, ann, projectId: await createProject(process, ann, { storyboard }) };
};

/** The storyboard with other prompts in some places. */
const changed = (storyboard: Storyboard, prompts: Readonly<Record<number, string>>): Storyboard => ({
  ...storyboard,
  frames: storyboard.frames.map((frame, index) => ({ ...frame, prompt: prompts[index] ?? frame.prompt })),
});

const revise = async ({ process, ann, projectId }: Studio, storyboard: Storyboard): Promise<Production> => {
  await answered(process.application.reviseStoryboard(ann, projectId, storyboard, null));
  return plan(process, ann, projectId);
};

const projectOf = async ({ process, projectId }: Studio) =>
  (await process.services.commands.read(projectDecider, projectStream(projectId))).state;

const planOf = async ({ process }: Studio, planId: string) =>
  (await process.services.commands.read(planDecider, planStream(planId))).state;

const draw = async ({ process }: Studio, production: Production, requirementIds?: readonly string[]) => {
  const jobId = await generate(process, production, requirementIds);
  await drawJob(process.services, jobId);
  return jobId;
};

const generating = async (
  { process }: Studio,
  { caller, projectId, manifestHash }: Production,
  ids?: readonly string[],
) =>
  process.application.generate(
    caller,
    projectId,
    { expectedExecutionManifestArtifactHash: manifestHash, ...(ids === undefined ? {} : { requirementIds: ids }) },
    null,
  );

test('the same selection again is answered with its job, whatever has generated since', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenProject(t, board);
  const first = await plan(studio.process, studio.ann, studio.projectId);
  const [one = '', other = ''] = first.requirementIds;
  const jobId = await draw(studio, first, [one]);
  await draw(studio, await revise(studio, changed(board, { 1: 'another' })));
  t.is((await projectOf(studio)).generated?.jobs.length, 1, 'the project knows the last manifest alone');
  t.is(await generate(studio.process, first, [one]), jobId);
  t.is(await refusalOf(generating(studio, first, [other])), 'script_revision_conflict');
  t.is(await refusalOf(generating(studio, first)), 'script_revision_conflict');
});

test('a superseded plan shows all its jobs, also from streams alone', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenProject(t, board);
  const first = await plan(studio.process, studio.ann, studio.projectId);
  const [one = '', other = ''] = first.requirementIds;
  const jobIds = [await draw(studio, first, [one]), await draw(studio, first, [other])];
  await draw(studio, await revise(studio, changed(board, { 1: 'another' })));
  t.deepEqual(
    (await planOf(studio, first.planId)).jobs.map(({ jobId }) => jobId),
    jobIds,
  );
  const shown = await bodyOf(
    studio.process.application.photoSequence(studio.ann, studio.projectId, first.planId, FRESH),
  );
  t.like(shown['plan'], { jobIds, superseded: true });
  const folded = await sequenceFromStreams((await studio.world.start()).ground, first.planId);
  assert(folded !== undefined, 'the plan is there');
  const { plan: document, jobs } = folded.document.body;
  t.deepEqual(photoSequence(document, jobs, new Map()) as unknown, shown);
});

test('a repair of a plan that carried all its frames ends the plans before it, as a generation does', async (t) => {
  const board = storyboardOf(3);
  const studio = await givenProject(t, board);
  const first = await plan(studio.process, studio.ann, studio.projectId);
  const jobId = await draw(studio, first);
  const next = await revise(studio, { ...board, frames: board.frames.slice(0, 2) });
  t.like(await storedBody(generating(studio, next)), { reason: 'all_requirements_satisfied' });
  const { application, services } = studio.process;
  const sent = [{ frameIndex: 0, decision: 'repair', note: 'too grim' }] as const;
  await answered(application.review(studio.ann, studio.projectId, next.planId, sent));
  await drawJob(services, await repair(studio.process, next));
  t.like(await planOf(studio, first.planId), { jobs: [{ jobId }] });
  t.is(await refusalOf(application.repair(studio.ann, studio.projectId, first.planId, null)), 'plan_superseded');
  t.is((await projectOf(studio)).generated?.planIds[0], next.planId);
});

test('a plan that others have generated after is neither reviewed nor repaired, generated or not', async (t) => {
  const board = storyboardOf(3);
  const studio = await givenProject(t, board);
  await draw(studio, await plan(studio.process, studio.ann, studio.projectId));
  const passed = await revise(studio, { ...board, frames: board.frames.slice(0, 2) });
  await draw(studio, await revise(studio, changed(board, { 2: 'another' })));
  const { application } = studio.process;
  const sent = [{ frameIndex: 0, decision: 'repair', note: 'too grim' }] as const;
  t.is(await refusalOf(application.review(studio.ann, studio.projectId, passed.planId, sent)), 'plan_superseded');
  t.is(await refusalOf(application.repair(studio.ann, studio.projectId, passed.planId, null)), 'plan_superseded');
});

test('credits kept for a frame in human review are released when its plan is superseded', async (t) => {
  const board = storyboardOf(2);
  const studio = await givenProject(t, board);
  const first = await plan(studio.process, studio.ann, studio.projectId);
  const jobId = await generate(studio.process, first);
  const { services, application } = studio.process;
  await drawJob(services, jobId, ({ index }) => (index === 0 ? 'fail' : 'pass'));
  const heldNow = async () => (await bodyOf(application.creditSummary(studio.ann, FRESH)))['credits'];
  t.like(await heldNow(), { held: limits.attemptsByLadderMax });
  await draw(studio, await revise(studio, changed(board, { 0: 'another' })));
  t.like(await heldNow(), { held: 0 });
  const { state: job } = await services.commands.read(jobDecider, jobStream(jobId));
  t.is(job.status, 'partially_completed');
});

test('cancel and repair without end: a plan has so many jobs, and another plan goes on', async (t) => {
  const studio = await givenProject(t, storyboardOf(2));
  const first = await plan(studio.process, studio.ann, studio.projectId);
  const { application, services } = studio.process;
  const { ann, projectId } = studio;
  let jobId = await generate(studio.process, first);
  for (let jobs = 1; ; jobs += 1) {
    await answered(application.cancelJob(ann, jobId));
    await drawJob(services, jobId);
    if (jobs === limits.jobsPerPlanMax) break;
    jobId = await repair(studio.process, first);
  }
  t.is(await refusalOf(application.repair(ann, projectId, first.planId, null)), 'human_review');
  t.is((await projectOf(studio)).generated?.jobs.length, limits.jobsPerPlanMax);
  const again = await plan(studio.process, ann, projectId);
  t.not(again.manifestHash, first.manifestHash);
  await draw(studio, again);
  t.is((await projectOf(studio)).generated?.jobs.length, 1);
});
