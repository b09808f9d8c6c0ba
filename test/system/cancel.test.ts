/** A cancel: what is under way finishes and is settled, and what is not begun never begins. */
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { Fault } from '../../src/kernel/faults.ts';
import type { Core } from '../../src/main/core.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import { HELD } from '../support/engines/held-makers.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { givenHeld, givenHeldJob } from '../support/service/held-job.ts';
import { FAILS_ONCE } from '../support/engines/quick-makers.ts';
import { forgetting } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import {
  createProject,
  creditsOf,
  expecting,
  finalJob,
  generate,
  generated,
  givenPlanned,
  givenStarted,
  jobIdIn,
  photoSequence,
  planProject,
  pollJob,
} from '../support/service/storyboard-calls.ts';
import { thenRefused } from '../spec/api-spec.ts';

const FRAMES = 14;
/** So many pass at once; then a window full of them is under way when the cancel comes. */
const QUICK = 3;
const UNDER_WAY = QUICK + limits.tasksInFlightPerJobMax;

/** The last one under way would go on to a second and a third attempt. */
const prompts = Array.from({ length: FRAMES }, (_, frame) => {
  if (frame < QUICK) return `frame ${frame}`;
  return frame === QUICK ? `${HELD} frame ${frame}, ${FAILS_ONCE}` : `${HELD} frame ${frame}`;
});

/** A job with frames done, under way and not begun, and a client that cancels it. */
const cancelMidway = async (t: ExecutionContext, doctor?: (core: Core) => Core) => {
  const job = await givenHeldJob(t, prompts, UNDER_WAY, doctor === undefined ? {} : { doctor });
  return { ...job, answer: await job.client.post(`jobs/${job.jobId}/cancel`) };
};

test('frames under way finish and are settled, the others never begin', async (t) => {
  const { client, planned, jobId, held, broken, answer } = await cancelMidway(t);
  t.is(answer.status, 200);
  t.like(answer.body['job'], { id: jobId, status: 'running' });
  const { cancelRequestedAt } = answer.body['job'] as { readonly cancelRequestedAt?: string };
  t.regex(cancelRequestedAt ?? '', /^\d{4}-\d\d-\d\dT/);
  const twice = await client.post(`jobs/${jobId}/cancel`, {});
  t.is(twice.status, 200, 'asked twice, it is asked once');
  t.like(twice.body['job'], { id: jobId, kind: 'storyboard', projectId: planned.projectId });
  t.like((await pollJob(client, planned, jobId)).job, { status: 'running', cancelRequestedAt });
  const again = await generate(client, planned);
  t.is(again.status, 202, 'the job is there as long as it goes on');
  t.like(again.body, { accepted: false, reason: 'job_cancelled', job: { id: jobId, alreadyCharged: true } });
  held.letGo();

  const { job, requirements, resumable } = await finalJob(client, planned, jobId);
  const count = (status: string): number => requirements.filter((one) => one.status === status).length;
  t.like(job, { status: 'cancelled', heldCredits: 0, cancelRequestedAt });
  t.like((await client.get(`jobs`)).body['jobs'], [{ id: jobId, status: 'cancelled', cancelRequestedAt }]);
  t.is(held.asked.length, UNDER_WAY, 'nothing was asked for after the cancel');
  t.deepEqual([count('accepted'), count('pending')], [UNDER_WAY - 1, FRAMES - UNDER_WAY]);
  const failed = requirements.find(({ status }) => status !== 'accepted' && status !== 'pending');
  t.is(failed?.frameIndex, QUICK);
  t.is(failed?.attempts.length, 1, 'no ladder is climbed after a cancel');
  const reasons = requirements.filter(({ status }) => status !== 'accepted').map(({ reason }) => reason);
  t.deepEqual([...new Set(reasons)], ['cancelled'], 'what was not made says why');
  t.is(job.chargedCredits, UNDER_WAY - 1);
  t.true(resumable);
  t.like(await creditsOf(client), { total: limits.trialCreditsLocal - job.chargedCredits, held: 0 });
  thenRefused(t, await client.post(`jobs/${jobId}/cancel`), 409, 'job_not_active');

  const { frames } = await photoSequence(client, planned, planned.planId);
  t.is(frames.filter(({ asset }) => asset !== null).length, UNDER_WAY, 'what was made is there to be seen');
  t.deepEqual(await broken(), []);
});

test('a generate after a cancel starts nothing, and says so; one after a completed job is as it was', async (t) => {
  const { client, planned, jobId, held } = await cancelMidway(t);
  held.letGo();
  await finalJob(client, planned, jobId);
  const dead = expecting(202, await generate(client, planned));
  t.like(dead.body, { accepted: false, reason: 'job_cancelled', job: { id: jobId, status: 'cancelled' } });
  const whole = await givenPlanned(client, ['one']);
  const { requirementIds } = whole;
  const { id: done } = (await generated(client, whole, { requirementIds })).job;
  const { body } = expecting(202, await generate(client, whole, { requirementIds }));
  t.like(body, { accepted: true, job: { id: done, status: 'completed' } });
  t.false('reason' in body);
});

test('under chain, the frame under way is the last one', async (t) => {
  const { held, client } = await givenHeld(t);
  const projectId = await createProject(client, ['one', `${HELD} two`, 'three'], { continuityMode: 'chain' });
  const planned = await planProject(client, projectId);
  const jobId = jobIdIn(await generate(client, planned));
  await eventually('the second frame is under way', () => held.asked.length === 2);
  expecting(200, await client.post(`jobs/${jobId}/cancel`));
  held.letGo();
  const { job, requirements } = await finalJob(client, planned, jobId);
  t.is(job.status, 'cancelled');
  t.deepEqual(
    requirements.map(({ status }) => status),
    ['accepted', 'accepted', 'pending'],
  );
});

test('a job that was never started is cancelled, too', async (t) => {
  const first = await givenService(t, { env: { ROLES: 'api' } });
  const client = await first.client();
  const { planned, jobId } = await givenStarted(client, ['a quay']);
  expecting(200, await client.post(`jobs/${jobId}/cancel`));
  await first.stop();
  const second = await givenService(t, { dataDir: first.dataDir });
  const again = await second.client();
  const { job } = await finalJob(again, planned, jobId);
  t.like(job, { status: 'cancelled', chargedCredits: 0, heldCredits: 0 });
  t.like(await creditsOf(again), { total: limits.trialCreditsLocal, held: 0 });
});

test('a service that answers a cancel and does not record it is found out', async (t) => {
  const { client, planned, jobId, held, answer } = await cancelMidway(t, forgetting('RequestCancel'));
  t.is(answer.status, 200);
  held.letGo();
  t.is((await finalJob(client, planned, jobId)).job.status, 'completed');
  t.true(held.asked.length > UNDER_WAY);
});

test('a batch that is cancelled is answered with what was under way, and pays for that alone', async (t) => {
  const { held, client } = await givenHeld(t);
  const projectId = await createProject(client, ['one']);
  // Each picture continues the one before it.
  const batch = client.post('image/storyboard-batch', { projectId, prompt: HELD, count: 3 });
  await eventually('the first picture is at its engine', () => held.asked.length === 1);
  const [job] = (await client.get('jobs?kind=batch')).body['jobs'] as readonly { readonly id: string }[];
  expecting(200, await client.post(`jobs/${job?.id}/cancel`));
  held.letGo();
  const { frames, ...rest } = expecting(200, await batch).body as {
    readonly frames: readonly { readonly status: string; readonly error?: { readonly code: string } }[];
  };
  t.deepEqual(
    frames.map(({ status, error }) => error?.code ?? status),
    ['rendered', 'cancelled', 'cancelled'],
  );
  t.like(rest, { status: 'partial', charged_credits: 1, refunded_credits: 2 });
  t.like(await creditsOf(client), { total: limits.trialCreditsLocal - 1, held: 0 });
  t.is(held.asked.length, 1);
});

test('work of an engine of this service is called off by a cancel, and costs nothing', async (t) => {
  const begun = Promise.withResolvers<void>();
  const makers = mediaMakers(async (_, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    throw new Fault('cancelled', 'the call was called off');
  });
  const { client } = await givenClient(t, { makers, env: { LEASE_MS: '400' } });
  const before = await creditsOf(client);
  const answer = expecting(202, await client.post('music/generate', { prompt: 'an endless song' }));
  const { id } = answer.body['job'] as { readonly id: string };
  await begun.promise;
  expecting(200, await client.post(`jobs/${id}/cancel`));
  t.like((await endOf(client, locationOf(answer))).job, { status: 'cancelled', chargedCredits: 0 });
  t.deepEqual(await creditsOf(client), before);
});
