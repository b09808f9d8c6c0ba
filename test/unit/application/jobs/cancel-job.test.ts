import test from 'ava';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';

test('a cancel is answered at once, and again; what was not begun is given back', async (t) => {
  const { world, process, application, services, ann } = await givenWorld(t);
  const production = await produce(process, ann, 3);
  const jobId = await generate(process, production);
  await drawJob(services, jobId, () => 'pass', 1);
  const { job } = await answered(application.cancelJob(ann, jobId));
  t.like(job, { id: jobId, kind: 'storyboard', status: 'running', projectId: production.projectId, chargedCredits: 1 });
  t.like(await answered(application.cancelJob(ann, jobId)), { ok: true });
  const requests = (await world.events()).filter(({ type }) => type === 'JobCancelRequested');
  t.is(requests.length, 1);
  await drawJob(services, jobId);
  const poll = await bodyOf(application.job(ann, production.projectId, jobId, FRESH));
  t.like(poll.body['job'], { status: 'cancelled', chargedCredits: 1, heldCredits: 0 });
  t.true(poll.final);
  t.is(await refusalOf(application.cancelJob(ann, jobId)), 'job_not_active');
  t.like(await bodyOf(application.creditSummary(ann, FRESH)), { credits: { held: 0 } });
});
