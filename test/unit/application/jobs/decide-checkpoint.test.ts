import test from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { startJob } from '../../../../src/application/work/start-job.ts';
import { answered, bodyOf, refusalOf } from '../../../support/application/answered.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { assetOf, filmDetailsOf, hashOf } from '../../../support/jobs/builders.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

const JOB_ID = 'job_film00000000000000000000000';
const SCENES = 3;

/** A supervised film in a workspace, worked on for as long as something of it is dispatched. */
const givenFilm = async (t: Parameters<typeof createWorld>[0]) => {
  const world = await createWorld(t);
  const { application, services } = await world.start();
  const ann = await enterAs({ application }, 'ann');
  const { holdId: _, ...plan } = { ...filmDetailsOf({ scenes: SCENES, supervised: true }), projectId: null };
  const context = { workspaceId: ann.workspaceId, actor: 'user:ann', correlationId: 'c1' };
  await startJob(services, { jobId: JOB_ID, plan: { ...plan, workspaceId: ann.workspaceId } }, context);
  const send = async (command: JobCommand) => services.commands.handle(jobDecider, jobStream(JOB_ID), command, context);
  const work = async (): Promise<void> => {
    await drawJob(services, JOB_ID, () => 'pass', 0);
    const { state } = await services.commands.read(jobDecider, jobStream(JOB_ID));
    const attemptKey = state.tasks.find(({ status }) => status === 'dispatched')?.attemptKey ?? null;
    if (attemptKey === null) return;
    await send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
    await send({ type: 'RecordRender', attemptKey, epoch: 1, asset: assetOf(attemptKey) });
    return work();
  };
  await work();
  const credits = async () => (await bodyOf(application.creditSummary(ann, { atLeast: null })))['credits'];
  return { application, ann, work, credits };
};

test('a person sees each scene, and continues to the end: the whole film is paid', async (t) => {
  const { application, ann, work, credits } = await givenFilm(t);
  for (let scene = 1; scene < SCENES; scene += 1) {
    const before = `scene-000${scene}`;
    t.like(await answered(application.resumeJob(ann, JOB_ID)), {
      job: { kind: 'video', status: 'running', awaitingCheckpoint: { before }, chargedCredits: 0, heldCredits: 20 },
    });
    const { job } = await answered(application.decideCheckpoint(ann, JOB_ID, { decision: 'continue' }));
    t.false('awaitingCheckpoint' in (job as object));
    const again = await answered(application.decideCheckpoint(ann, JOB_ID, { decision: 'continue' }));
    t.deepEqual(again, { ok: true, job }, 'the same decision again changes nothing');
    t.is(await refusalOf(application.decideCheckpoint(ann, JOB_ID, { decision: 'stop' })), 'checkpoint_not_waiting');
    await work();
  }
  t.is(await refusalOf(application.decideCheckpoint(ann, JOB_ID, { decision: 'stop' })), 'job_not_active');
  t.like(await answered(application.decideCheckpoint(ann, JOB_ID, { decision: 'continue' })), {
    job: { status: 'completed' },
  });
  t.like(await credits(), { held: 0, total: 480 });
});

test('a person stops: the film is made of what there is, and only that is paid', async (t) => {
  const { application, ann, work, credits } = await givenFilm(t);
  const stopped = await answered(application.decideCheckpoint(ann, JOB_ID, { decision: 'stop' }));
  t.deepEqual(await answered(application.decideCheckpoint(ann, JOB_ID, { decision: 'stop' })), stopped);
  const late = await refusalOf(application.decideCheckpoint(ann, JOB_ID, { decision: 'continue' }));
  t.is(late, 'checkpoint_not_waiting');
  await work();
  t.is(await refusalOf(application.resumeJob(ann, JOB_ID)), 'job_not_active');
  // Speech and one scene.
  t.like(await credits(), { held: 0, total: 493 });
});

test('a decision that names its checkpoint is never taken for a later one', async (t) => {
  const { application, ann, work } = await givenFilm(t);
  const first = { decision: 'continue', before: 'scene-0001' } as const;
  await answered(application.decideCheckpoint(ann, JOB_ID, first));
  await work();
  // Its answer was lost, and the job has reached the next checkpoint meanwhile.
  t.like(await answered(application.decideCheckpoint(ann, JOB_ID, first)), {
    job: { awaitingCheckpoint: { before: 'scene-0002' } },
  });
  for (const other of [
    { decision: 'stop', before: 'scene-0001' },
    { decision: 'continue', before: 'speech' },
    { decision: 'continue', before: 'scene-0009' },
  ] as const) {
    t.is(await refusalOf(application.decideCheckpoint(ann, JOB_ID, other)), 'checkpoint_not_waiting', other.before);
  }
  const { job } = await answered(
    application.decideCheckpoint(ann, JOB_ID, { decision: 'continue', before: 'scene-0002' }),
  );
  t.false('awaitingCheckpoint' in (job as object));
});
