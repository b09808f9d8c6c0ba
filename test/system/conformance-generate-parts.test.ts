/** The jobs that generate starts, on the real service: manifests, parts of them, and the reference paid call. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { HELD } from '../support/engines/held-makers.ts';
import { HOPELESS, MENDED, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { givenHeld } from '../support/service/held-job.ts';

const { jobIn } = flow;

test('a plan names the first part with something left to do', async (t) => {
  const { held, client } = await givenHeld(t);
  const prompts = Array.from({ length: 33 }, (_, frame) => `frame ${frame}${frame === 31 ? HELD : ''}`);
  const planned = await flow.givenPlanned(client, prompts);
  t.is(planned.planIds[0], planned.planId);
  const { id } = jobIn(await flow.generate(client, planned));
  const meanwhile = await flow.planProject(client, planned.projectId);
  t.is(meanwhile.manifestHash, planned.manifestHash, 'its own job does not move it');
  t.is(planned.planIds[1], meanwhile.planId);
  held.letGo();
  await flow.finalJob(client, planned, id);
  const after = await flow.planProject(client, planned.projectId);
  t.not(after.manifestHash, planned.manifestHash);
  t.is(after.planIds[1], after.planId);
  t.like(after.answer.body, { plan: { creditCeiling: 5 } });
});

test('a plan names the first part with a frame to repair, once nothing is left to generate', async (t) => {
  const { client } = await givenClient(t);
  const prompts = Array.from({ length: 34 }, (_, frame) => `frame ${frame}`);
  const planned = await flow.givenPlanned(client, prompts);
  for (const _ of planned.planIds) await flow.generated(client, planned);
  const again = async () => flow.planProject(client, planned.projectId);
  const revise = async (last: string) => {
    const frames = prompts.with(33, last).map((prompt) => ({ prompt }));
    const storyboard = { frames, continuityMode: 'independent' };
    flow.expecting(200, await client.put(`projects/${planned.projectId}/storyboard`, storyboard));
  };
  const sendBack = async (planId = '', frameIndex = 0) => {
    const sent = { frameIndex, decision: 'repair', note: 'darker' };
    flow.expecting(201, await flow.review(client, planned, planId, [sent]));
  };
  const carried = await again();
  t.is(carried.planIds[0], carried.planId, 'nothing is left');
  await sendBack(carried.planIds[1]);
  const waiting = await again();
  t.is(waiting.manifestHash, carried.manifestHash);
  t.is(carried.planIds[1], waiting.planId);
  await sendBack(carried.planIds[0]);
  t.is(carried.planIds[0], (await again()).planId, 'the first of two');
  await revise('another');
  await flow.generated(client, await again());
  await flow.generated(client, await again());
  await revise('a third one');
  const mixed = await again();
  await sendBack(mixed.planIds[0], 1);
  t.is(mixed.planIds[1], (await again()).planId, 'a frame to generate goes before one to repair');
});

test('every expected member as the plan gave it', async (t) => {
  const { client } = await givenClient(t);
  const body = { name: 'Film', script: 'INT. ROOM - DAY\n\nShe waits.', storyboard: { frames: [{ prompt: 'one' }] } };
  const { id } = (await client.post('projects', body)).body['project'] as { readonly id: string };
  const planned = await flow.planProject(client, id);
  const plan = planned.answer.body as Readonly<Record<string, { readonly artifactHash: string; readonly id: string }>>;
  const answer = await client.post(`${planned.film}/storyboard-images/generate`, {
    expectedExecutionManifestArtifactHash: plan['executionManifestArtifact']?.artifactHash,
    expectedExecutionManifestId: plan['executionManifest']?.id,
    expectedPlanArtifactHash: plan['planArtifact']?.artifactHash,
    expectedScriptRevisionId: plan['scriptRevisionId'],
    expectedStoryboardRevisionId: plan['storyboardRevisionId'],
    requirementIds: planned.requirementIds,
    confirm: true,
  });
  const job = jobIn(answer);
  const poll = `/api/v1/${planned.film}/jobs/${job.id}`;
  t.like(answer.headers, { location: poll, 'retry-after': '1' });
  t.deepEqual(answer.body['the service'], { contractVersion: '1.0.0', maturity: 'foundation', poll });
  t.like(answer.body, { resume: false, storyboardImageWorkPlanId: plan['workPlanId'] });
  t.like(answer.body, { preparedStoryboardRevisionId: plan['storyboardRevisionId'], plan: { id: planned.planId } });
  t.like(job, { alreadyCharged: false, requiredCredits: 3, requestedImageCount: 1 });
});

test('auto takes another engine while one fits; a plan that was made for the first is then out of date', async (t) => {
  let up = true;
  const first = quickEngine({ name: 'service_images', available: async () => Promise.resolve(up) });
  const makers = quickMakers(first, quickEngine({ name: 'provider_c' }));
  const { client } = await givenClient(t, { makers });
  const planned = await flow.givenPlanned(client, ['one']);
  t.like(planned.answer.body, { plan: { provider: 'service_images', creditCeiling: 5 } });
  up = false;
  thenRefused(t, await flow.generate(client, planned), 409, 'expected_mismatch');
  const again = await flow.planProject(client, planned.projectId);
  t.like(again.answer.body, { plan: { provider: 'provider_c', creditCeiling: 20 }, blockers: [] });
  t.like(jobIn(await flow.generate(client, again)), { requiredCredits: 12 });
  const image = flow.expecting(200, await client.post('image/generate', { prompt: 'x' }));
  t.is(image.body['chargedCredits'], 4);
  const named = { projectId: planned.projectId, prompt: 'x', count: 1, engine: 'service_images' };
  thenRefused(t, await client.post('image/storyboard-batch', named), 503, 'provider_unavailable');
});

test('an engine that is named and away: 503 after all that a plan must meet, and before the credits', async (t) => {
  let up = true;
  const named = quickEngine({ name: 'service_images', available: async () => Promise.resolve(up) });
  const makers = quickMakers(named, quickEngine({ name: 'provider_c' }));
  const client = await (await givenService(t, { makers, env: { TRIAL_CREDITS: '0' } })).client('poor');
  const planned = await flow.givenPlanned(client, ['one', 'two'], {
    engine: 'service_images',
    continuityMode: 'chain',
  });
  const last = planned.requirementIds.slice(1);
  up = false;
  thenRefused(t, await flow.generate(client, planned, { requirementIds: last }), 409, 'chain_broken');
  const answer = await flow.generate(client, planned, { key: 'k' });
  thenRefused(t, answer, 503, 'provider_unavailable');
  t.is(answer.headers['retry-after'], '10');
  t.like(await flow.creditsOf(client), { held: 0 });
  up = true;
  thenRefused(t, await flow.generate(client, planned, { key: 'k' }), 402, 'insufficient_credits');
});

test('a selection that spans parts is dispatched part by part', async (t) => {
  const { held, client } = await givenHeld(t);
  const prompts = Array.from({ length: 35 }, (_, frame) => `frame ${frame}${frame === 31 ? HELD : ''}`);
  const planned = await flow.givenPlanned(client, prompts);
  t.is(planned.planIds.length, 2);
  const asked = planned.requirementIds.slice(30, 34);
  const ask = async () => flow.generate(client, planned, { requirementIds: asked.toReversed() });
  const first = await ask();
  t.like(first.body, { resume: true, plan: { id: planned.planIds[0] } });
  t.deepEqual(jobIn(first).requirementIds, asked.slice(0, 2));
  t.like(jobIn(await ask()), { id: jobIn(first).id, alreadyCharged: true }, 'while its first part is under way');
  held.letGo();
  await flow.finalJob(client, planned, jobIn(first).id);
  const second = await ask();
  t.like(second.body, { resume: true, plan: { id: planned.planIds[1] } });
  t.deepEqual(jobIn(second).requirementIds, asked.slice(2));
  await flow.finalJob(client, planned, jobIn(second).id);
  t.like(jobIn(await ask()), { id: jobIn(second).id, alreadyCharged: true }, 'both are made');
  const third = await flow.generate(client, planned);
  t.is(jobIn(third).requirementIds.length, 30);
  t.true(third.body['resume']);
  await flow.finalJob(client, planned, jobIn(third).id);
  const last = await flow.generate(client, planned);
  t.is(jobIn(last).requirementIds.length, 1);
  t.false(last.body['resume']);
});

test('resume says what holds now, not what held when the job was queued', async (t) => {
  const { held, client } = await givenHeld(t);
  const prompts = Array.from({ length: 34 }, (_, frame) => `frame ${frame}${frame === 1 ? HOPELESS : ''}`);
  const planned = await flow.givenPlanned(client, prompts);
  const [first = '', second = '', ...rest] = planned.requirementIds;
  const ask = async (...requirementIds: readonly string[]) => flow.generate(client, planned, { requirementIds });
  const made = await ask(first);
  t.true(made.body['resume']);
  await flow.finalJob(client, planned, jobIn(made).id);
  await flow.finalJob(client, planned, jobIn(await ask(second, ...rest.slice(0, 30))).id);
  const sent = { frameIndex: 1, decision: 'repair', note: 'again', repairPromptAdditions: [`${MENDED} ${HELD}`] };
  flow.expecting(201, await flow.review(client, planned, planned.planId, [sent]));
  const repair = jobIn(await flow.repair(client, planned, planned.planId));
  const whole = await flow.generate(client, planned);
  t.like(jobIn(whole), { id: repair.id, operation: 'photo_sequence_repair' });
  t.true(whole.body['resume'], 'the second part was never dispatched');
  held.letGo();
  await flow.finalJob(client, planned, repair.id);
  t.true((await ask(first)).body['resume']);
  const last = await flow.generate(client, planned);
  t.false(last.body['resume']);
  const replay = await ask(first);
  t.like(jobIn(replay), { id: jobIn(made).id, alreadyCharged: true });
  t.false(replay.body['resume'], 'nothing of the manifest is left to dispatch');
});

test('resume is false for what a storyboard that has moved leaves: no further call dispatches it', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', 'two']);
  const requirementIds = planned.requirementIds.slice(0, 1);
  const made = await flow.generate(client, planned, { requirementIds });
  t.true(made.body['resume']);
  flow.expecting(200, await client.put(`projects/${planned.projectId}/storyboard`, { frames: [{ prompt: 'new' }] }));
  t.false((await flow.generate(client, planned, { requirementIds })).body['resume']);
});

test('the reference paid call is for its part alone', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(
    client,
    Array.from({ length: 33 }, (_, frame) => `frame ${frame}`),
  );
  const [part0 = '', part1 = ''] = planned.planIds;
  const ask = async (planId: string, body: unknown, key: string) =>
    client.post(`production/plans/${planId}/generate`, body, { 'idempotency-key': key });
  thenRefused(t, await ask(part1, { confirm: 'true' }, 'k'), 422, 'validation_failed');
  const elsewhere = { confirm: true, requirementIds: planned.requirementIds.slice(0, 1) };
  thenRefused(t, await ask(part1, elsewhere, 'k'), 422, 'validation_failed', 'within the plan');
  const stale = { confirm: true, expectedExecutionManifestArtifactHash: 'sha256:0' };
  thenRefused(t, await ask(part1, stale, 'k'), 409, 'expected_mismatch');
  const answer = await ask(part1, { confirm: true }, 'k');
  t.like(answer.body, { resume: true, plan: { id: part1 } });
  t.deepEqual(jobIn(answer).requirementIds, planned.requirementIds.slice(32));
  t.is(answer.headers.location, `/api/v1/${planned.film}/jobs/${jobIn(answer).id}`);
  await flow.finalJob(client, planned, jobIn(answer).id);
  t.is((await ask(part1, { confirm: true }, 'other')).status, 200);
  t.is((await ask(part1, { confirm: true }, 'k')).text, answer.text);
  t.like(jobIn(await ask(part0, { confirm: true }, 'third')), { requestedImageCount: 32, alreadyCharged: false });
});

test('the reference paid call of a part waits while another part is at work', async (t) => {
  const { held, client } = await givenHeld(t);
  const prompts = Array.from({ length: 34 }, (_, frame) => `frame ${frame}${frame > 31 ? HELD : ''}`);
  const planned = await flow.givenPlanned(client, prompts);
  const [part0 = '', part1 = ''] = planned.planIds;
  const ask = async (planId: string, key: string) =>
    client.post(`production/plans/${planId}/generate`, { confirm: true }, { 'idempotency-key': key });
  const { id } = jobIn(await ask(part1, 'one'));
  const answer = await ask(part0, 'zero');
  thenRefused(t, answer, 409, 'storyboard_job_active');
  t.deepEqual(answer.body['details'], { jobId: id });
  t.like(jobIn(await ask(part1, 'again')), { id, alreadyCharged: true }, 'its own part is at work');
  t.like(jobIn(await flow.generate(client, planned)), { id }, 'a call for the whole manifest is told of it');
  held.letGo();
  await flow.finalJob(client, planned, id);
  t.like(jobIn(await ask(part0, 'zero')), { requestedImageCount: 32, alreadyCharged: false }, 'the key is free');
});
