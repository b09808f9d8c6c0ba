/** A pause: frames under way finish and are settled, none is begun until the resume, and then all of them are made. */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { createHeldMakers, HELD } from '../support/engines/held-makers.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { givenService } from '../support/service/real-service.ts';
import {
  creditsOf,
  expecting,
  finalJob,
  generate,
  givenPlanned,
  jobIdIn,
  pollJob,
} from '../support/service/storyboard-calls.ts';

const UNDER_WAY = limits.tasksInFlightPerJobMax;
const FRAMES = UNDER_WAY + 4;

test('frames under way finish, no other is begun, and a resume makes the rest', async (t) => {
  const held = createHeldMakers();
  t.teardown(() => held.letGo());
  const { client: clientOf, core } = await givenService(t, { makers: held.makers });
  const client = await clientOf();
  const prompts = Array.from({ length: FRAMES }, (_, frame) => `${HELD} frame ${frame}`);
  const planned = await givenPlanned(client, prompts);
  const jobId = jobIdIn(await generate(client, planned));
  await eventually('a window of frames is under way', () => held.asked.length === UNDER_WAY);
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
  t.is((await client.post(`jobs/${jobId}/checkpoint`, { decision: 'stop' })).status, 409);

  expecting(200, await client.post(`jobs/${jobId}/resume`));
  const end = await finalJob(client, planned, jobId);
  t.like(end.job, { status: 'completed', chargedCredits: FRAMES });
  t.false('pausedAt' in end.job);
  t.is((await client.post(`jobs/${jobId}/pause`)).status, 409);
  await untilNothingIsOwed(core);
  t.deepEqual(brokenPromises({ events: await wholeLog(core), calls: held.asked, told: [jobId] }), []);
});

test('frames that wait for an engine at a pause are made after it', async (t) => {
  const held = createHeldMakers();
  t.teardown(() => held.letGo());
  const engines = new Map([...held.makers.engines].map(([name, engine]) => [name, { ...engine, inFlightMax: 2 }]));
  const { client: clientOf, core } = await givenService(t, { makers: { ...held.makers, engines } });
  const client = await clientOf();
  const planned = await givenPlanned(
    client,
    ['one', 'two', 'three', 'four', 'five'].map((word) => `${HELD} ${word}`),
  );
  const jobId = jobIdIn(await generate(client, planned));
  await eventually('two of five are at the engine', () => held.asked.length === 2);
  expecting(200, await client.post(`jobs/${jobId}/pause`));
  held.letGo();
  await eventually('the two finish', async () => (await pollJob(client, planned, jobId)).job.chargedCredits === 2);
  await untilNothingIsOwed(core);
  t.is(held.asked.length, 2, 'none of the others is claimed');
  expecting(200, await client.post(`jobs/${jobId}/resume`));
  t.is((await finalJob(client, planned, jobId)).job.status, 'completed');
  await untilNothingIsOwed(core);
  t.deepEqual(brokenPromises({ events: await wholeLog(core), calls: held.asked, told: [jobId] }), []);
});
