import test from 'ava';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

test('a paused job tells since when, makes nothing more, and goes on when it is resumed', async (t) => {
  const { world, process, application, services, ann } = await givenWorld(t);
  const production = await produce(process, ann, 12);
  const jobId = await generate(process, production);
  await drawJob(services, jobId, () => 'pass', 1);
  const { job } = await answered(application.pauseJob(ann, jobId));
  t.like(job, { id: jobId, status: 'running', progress: { done: 1, total: 12 } });
  const { pausedAt } = job as { readonly pausedAt?: string };
  t.is(typeof pausedAt, 'string');
  t.like(await answered(application.pauseJob(ann, jobId)), { job: { pausedAt } });
  const poll = await bodyOf(application.job(ann, production.projectId, jobId, FRESH));
  t.like(poll.body['job'], { status: 'running', pausedAt });
  t.false(poll.final);
  const before = (await world.events()).length;
  await drawJob(services, jobId);
  const later = (await world.events()).slice(before);
  t.deepEqual(later, [], 'no dispatch');

  const resumed = await answered(application.resumeJob(ann, jobId));
  t.false('pausedAt' in (resumed['job'] as object));
  t.like(await answered(application.resumeJob(ann, jobId)), { ok: true });
  await drawJob(services, jobId);
  t.like((await bodyOf(application.job(ann, production.projectId, jobId, FRESH))).body['job'], {
    status: 'completed',
    chargedCredits: 12,
    heldCredits: 0,
  });
  const types = (await world.events()).map(({ type }) => type);
  for (const type of ['JobPaused', 'JobResumed']) t.is(types.filter((one) => one === type).length, 1);
  t.is(await refusalOf(application.pauseJob(ann, jobId)), 'job_not_active');
  t.is(await refusalOf(application.resumeJob(ann, jobId)), 'job_not_active');
});

test('a paused job can be cancelled: all of it goes back', async (t) => {
  const { process, application, services, ann } = await givenWorld(t);
  const production = await produce(process, ann, 2);
  const jobId = await generate(process, production);
  await answered(application.pauseJob(ann, jobId));
  const { job } = await answered(application.cancelJob(ann, jobId));
  t.false('pausedAt' in (job as object));
  await drawJob(services, jobId);
  const poll = await bodyOf(application.job(ann, production.projectId, jobId, FRESH));
  t.like(poll.body['job'], { status: 'cancelled', chargedCredits: 0, heldCredits: 0 });
});
