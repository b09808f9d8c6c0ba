/** What generate starts, on the real service: whole manifests, parts of them, and the reference paid call (section 5). */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { createHeldMakers, HELD } from '../support/held-makers.ts';
import { givenService } from '../support/real-service.ts';
import { jobIn } from '../support/started-job.ts';
import * as flow from '../support/storyboard-calls.ts';

test('every expected member as the plan gave it', async (t) => {
  const client = await (await givenService(t)).client();
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

test('a selection that spans parts is dispatched part by part', async (t) => {
  const held = createHeldMakers();
  t.teardown(held.letGo);
  const client = await (await givenService(t, { makers: held.makers })).client();
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

test('the reference paid call: its key, its confirmation, its part', async (t) => {
  const client = await (await givenService(t)).client();
  const planned = await flow.givenPlanned(
    client,
    Array.from({ length: 33 }, (_, frame) => `frame ${frame}`),
  );
  const [part0 = '', part1 = ''] = planned.planIds;
  const ask = async (planId: string, body: unknown, key?: string) =>
    client.post(`production/plans/${planId}/generate`, body, key === undefined ? {} : { 'idempotency-key': key });
  thenRefused(t, await ask(part1, { confirm: true }), 400, 'idempotency_key_required');
  for (const body of [undefined, {}, { confirm: false }]) {
    thenRefused(t, await ask(part1, body, 'k'), 400, 'confirmation_required');
  }
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
