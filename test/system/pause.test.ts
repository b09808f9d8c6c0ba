/** A pause: frames under way finish and are settled, none is begun until the resume, and then all of them are made. */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { HELD } from '../support/engines/held-makers.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';
import { givenHeldJob } from '../support/service/held-job.ts';
import { creditsOf, expecting, finalJob, pollJob } from '../support/service/storyboard-calls.ts';

const UNDER_WAY = limits.tasksInFlightPerJobMax;
const FRAMES = UNDER_WAY + 4;

test('frames under way finish, no other is begun, and a resume makes the rest', async (t) => {
  const prompts = Array.from({ length: FRAMES }, (_, frame) => `${HELD} frame ${frame}`);
  const { client, core, planned, jobId, held, broken } = await givenHeldJob(t, prompts, UNDER_WAY);
  const { body } = expecting(200, await client.post(`jobs/${jobId}/pause`));
  const { pausedAt } = body['job'] as { readonly pausedAt?: string };
  t.regex(pausedAt ?? '', /^\d{4}-\d\d-\d\dT/);
  held.letGo();

  await eventually('what is under way finishes', async () => {
    const { job } = await pollJob(client, planned, jobId);
    return job.chargedCredits === UNDER_WAY;
  });
  await untilNothingIsOwed(core);
  const { job } = await pollJob(client, planned, jobId);
  t.like(job, { status: 'running', pausedAt, progress: { done: UNDER_WAY, total: FRAMES } });
  t.is(held.asked.length, UNDER_WAY, 'nothing was begun in the pause');
  t.is((await creditsOf(client)).held, 3 * (FRAMES - UNDER_WAY), 'the rest stays held');
  const decided = await client.post(`jobs/${jobId}/checkpoint`, { decision: 'stop' });
  thenRefused(t, decided, 409, 'checkpoint_not_waiting');

  const again = expecting(200, await client.post(`jobs/${jobId}/pause`));
  t.like(again.body['job'], { pausedAt }, 'asked twice, it is paused once');
  const resumed = expecting(200, await client.post(`jobs/${jobId}/resume`));
  t.false('pausedAt' in (resumed.body['job'] as object));
  const end = await finalJob(client, planned, jobId);
  t.like(end.job, { status: 'completed', chargedCredits: FRAMES });
  for (const late of ['pause', 'resume']) {
    thenRefused(t, await client.post(`jobs/${jobId}/${late}`), 409, 'job_not_active');
  }
  t.deepEqual(await broken(), []);
});

test('frames that wait for an engine at a pause are made after it', async (t) => {
  const prompts = ['one', 'two', 'three', 'four', 'five'].map((word) => `${HELD} ${word}`);
  const options = { engine: { inFlightMax: 2 } };
  const { client, core, planned, jobId, held, broken } = await givenHeldJob(t, prompts, 2, options);
  expecting(200, await client.post(`jobs/${jobId}/pause`));
  held.letGo();
  await eventually('the two finish', async () => (await pollJob(client, planned, jobId)).job.chargedCredits === 2);
  await untilNothingIsOwed(core);
  t.is(held.asked.length, 2, 'none of the others is claimed');
  expecting(200, await client.post(`jobs/${jobId}/resume`));
  t.is((await finalJob(client, planned, jobId)).job.status, 'completed');
  t.deepEqual(await broken(), []);
});
