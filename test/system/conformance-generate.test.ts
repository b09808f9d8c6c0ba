/**
 * Generate over HTTP, on the real service: its checks in the order of the contract (section 5). Each is in a situation
 * that also breaks rules which come later.
 */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { HELD } from '../support/engines/held-makers.ts';
import { HOPELESS } from '../support/engines/quick-makers.ts';
import type { Client } from '../support/http/http-client.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient, givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import type { Planned } from '../support/service/storyboard-calls.ts';
import { grantPaid, madeWorkspace } from '../support/service/workspace-of.ts';
import { givenHeld } from '../support/service/held-job.ts';

const { jobIn } = flow;

const generateAt = ({ film }: Pick<Planned, 'film'>): string => `${film}/storyboard-images/generate`;

const script = (text: string) => `INT. ROOM - DAY\n\n${text}`;

const revise = async (client: Client, { projectId }: Planned, text: string): Promise<void> => {
  flow.expecting(200, await client.put(`projects/${projectId}/script`, { script: script(text) }));
};

const MOVED = ['expectedExecutionManifestId', 'expectedPlanArtifactHash', 'expectedScriptRevisionId'] as const;

test('the expected members are checked first, and each of them counts', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', 'two']);
  const ask = async (more: Readonly<Record<string, unknown>>) => client.post(generateAt(planned), more);
  const hash = { expectedExecutionManifestArtifactHash: planned.manifestHash };
  for (const unknown of [planned.manifestHash.slice(7), planned.manifestHash.toUpperCase(), '../x', 'sha256:']) {
    const answer = await ask({ expectedExecutionManifestArtifactHash: unknown, requirementIds: ['unknown'] });
    thenRefused(t, answer, 409, 'expected_mismatch', unknown);
  }
  // It also names what is unknown, and the script has moved.
  await revise(client, planned, 'a new day');
  for (const member of [...MOVED, 'expectedStoryboardRevisionId']) {
    const answer = await ask({ ...hash, [member]: 'other', requirementIds: ['unknown'] });
    thenRefused(t, answer, 409, 'expected_mismatch', member);
    t.deepEqual(answer.body['details'], { member });
  }
  for (const requirementIds of [[], ['unknown'], [planned.requirementIds[0], planned.requirementIds[0]]]) {
    thenRefused(t, await ask({ ...hash, requirementIds }), 422, 'validation_failed', requirementIds.join());
  }
  thenRefused(t, await ask(hash), 409, 'script_revision_conflict');
  thenRefused(t, await client.post(`${planned.film}/storyboard-images/plan`), 409, 'script_revision_conflict');
  t.deepEqual((await client.get('jobs')).body['jobs'], []);
  t.like(await flow.creditsOf(client), { total: 500, held: 0 });
});

test('a job that is there answers for its manifest and selection, whatever has moved', async (t) => {
  const { held, client } = await givenHeld(t);
  const planned = await flow.givenPlanned(client, [HELD, 'two', 'three']);
  const [first = '', second = '', third = ''] = planned.requirementIds;
  const ask = async (...requirementIds: readonly string[]) => flow.generate(client, planned, { requirementIds });
  const job = jobIn(await ask(second, first));
  await revise(client, planned, 'moved');
  t.like(jobIn(await ask(first, second)), { id: job.id, alreadyCharged: true }, 'in any order');
  t.like(jobIn(await flow.generate(client, planned)), { id: job.id, alreadyCharged: true }, 'without requirementIds');
  thenRefused(t, await ask(third), 409, 'script_revision_conflict', 'another selection comes to what has moved');
  held.letGo();
  await flow.finalJob(client, planned, job.id);
  t.like(jobIn(await ask(first, second)), { id: job.id, alreadyCharged: true }, 'and when it has ended');
  thenRefused(t, await flow.generate(client, planned), 409, 'script_revision_conflict');
});

test('while a job is under way, another selection waits, also one of the same requirements', async (t) => {
  const { client } = await givenHeld(t);
  const { planned, jobId } = await flow.givenStarted(client, [HELD, HOPELESS], { engine: 'service_images' });
  for (const requirementIds of [planned.requirementIds, planned.requirementIds.slice(0, 1)]) {
    const answer = await flow.generate(client, planned, { requirementIds });
    thenRefused(t, answer, 409, 'storyboard_job_active');
    t.like(answer.body, { details: { jobId }, retryable: true, retry_after_seconds: 5 }, 'it passes by itself');
    t.is(answer.headers['retry-after'], '5');
  }
  // Another manifest, which also has blockers.
  const storyboard = { frames: [{ prompt: 'new' }], engine: 'provider_c' };
  flow.expecting(200, await client.put(`projects/${planned.projectId}/storyboard`, storyboard));
  const later = await flow.planProject(client, planned.projectId);
  thenRefused(t, await flow.generate(client, later), 409, 'storyboard_job_active');
});

test('satisfied comes before an active job; nothing is charged and no job exists', async (t) => {
  const { client } = await givenHeld(t);
  const planned = await flow.givenPlanned(client, ['one', HELD, 'three']);
  const [first = '', second = '', third = ''] = planned.requirementIds;
  await flow.generated(client, planned, { requirementIds: [first, third] });
  jobIn(await flow.generate(client, planned, { requirementIds: [second] }));
  const before = await flow.creditsOf(client);
  const answer = await flow.generate(client, planned, { requirementIds: [third] });
  t.is(answer.status, 200);
  t.like(answer.body, { ok: true, accepted: false, reason: 'all_requirements_satisfied' });
  t.false('job' in answer.body);
  t.is(answer.headers.location, undefined);
  t.deepEqual(await flow.creditsOf(client), before);
});

test('all accepted: 200, with a key or without, and again', async (t) => {
  const { client } = await givenClient(t);
  const { planned } = await flow.givenGenerated(client, ['one', 'two']);
  const before = await flow.creditsOf(client);
  for (const key of ['a', 'a', undefined]) {
    const answer = await flow.generate(client, planned, key === undefined ? {} : { key });
    t.is(answer.status, 200);
    t.like(answer.body, { ok: true, accepted: false, reason: 'all_requirements_satisfied' });
    t.is(answer.headers['idempotent-replayed'], undefined, 'nothing was queued, so nothing is stored');
  }
  const later = await flow.planProject(client, planned.projectId);
  t.not(later.manifestHash, planned.manifestHash);
  t.like(later.answer.body, { plan: { expectedCredits: 0, creditCeiling: 0 } });
  t.is((await flow.generate(client, later)).status, 200);
  t.deepEqual(await flow.creditsOf(client), before);
});

test('a dispatched, unaccepted frame needs a repair, which is told before a broken chain', async (t) => {
  const { client } = await givenClient(t);
  const planned = await flow.givenPlanned(client, ['one', HOPELESS, 'three', 'four'], { continuityMode: 'chain' });
  const [first = '', second = '', third = '', fourth = ''] = planned.requirementIds;
  const ask = async (...requirementIds: readonly string[]) => flow.generate(client, planned, { requirementIds });
  thenRefused(t, await ask(second), 409, 'chain_broken');
  thenRefused(t, await ask(first, third), 409, 'chain_broken');
  const { id: jobId } = (await flow.generated(client, planned, { requirementIds: [first, second, third] })).job;
  thenRefused(t, await ask(second), 409, 'repair_required');
  thenRefused(t, await ask(second, fourth), 409, 'repair_required', 'though the chain is broken too');
  thenRefused(t, await ask(third), 409, 'chain_broken', 'it was never dispatched');
  thenRefused(t, await ask(fourth), 409, 'chain_broken');
  t.is((await ask(first)).status, 200);
  thenRefused(t, await flow.generate(client, planned), 409, 'chain_broken', 'the fourth is left to dispatch');
  t.like(jobIn(await ask(third, second, first)), { id: jobId, alreadyCharged: true });
});

test('nothing is left to dispatch and not all is accepted: the last job', async (t) => {
  const { client } = await givenClient(t);
  const { planned, jobId } = await flow.givenGenerated(client, ['one', HOPELESS]);
  t.like(jobIn(await flow.generate(client, planned)), { id: jobId, alreadyCharged: true });
  flow.expecting(
    201,
    await flow.review(client, planned, planned.planId, [{ frameIndex: 1, decision: 'repair', note: 'again' }]),
  );
  const repairId = flow.jobIdIn(await flow.repair(client, planned, planned.planId));
  await flow.finalJob(client, planned, repairId);
  const answer = await flow.generate(client, planned);
  t.like(jobIn(answer), { id: repairId, operation: 'photo_sequence_repair', alreadyCharged: true });
  t.like(answer.body, { resume: false, plan: { id: planned.planId } }, 'in the form of generate');
});

/** One of two frames was made and sent back. */
const sentBack = async (client: Client): Promise<Planned & { readonly jobId: string }> => {
  const { planned, jobId } = await flow.givenGenerated(client, ['one', 'two']);
  const decision = { frameIndex: 0, decision: 'repair', note: 'darker' };
  flow.expecting(201, await flow.review(client, planned, planned.planId, [decision]));
  return { ...planned, jobId };
};

test('a frame that a person sent to repair is accepted no longer', async (t) => {
  const { client } = await givenClient(t);
  const planned = await sentBack(client);
  t.like(jobIn(await flow.generate(client, planned)), { id: planned.jobId, alreadyCharged: true });
  const [first = '', second = ''] = planned.requirementIds;
  thenRefused(t, await flow.generate(client, planned, { requirementIds: [first] }), 409, 'repair_required');
  t.is((await flow.generate(client, planned, { requirementIds: [second] })).status, 200);
  const later = (await flow.planProject(client, planned.projectId)).answer.body['requirements'];
  t.deepEqual(
    (later as { satisfied: boolean }[]).map(({ satisfied }) => satisfied),
    [false, true],
  );
});

test('a service that does not look at decisions would be found out', async (t) => {
  const blind = withCommands((commands) => ({
    read: async (decider, stream) => {
      const found = await commands.read(decider, stream);
      const { frames } = found.state as { readonly frames?: readonly unknown[] };
      if (!stream.startsWith('plan-') || !Array.isArray(frames)) return found;
      const unreviewed = frames.map((frame) => ({ ...(frame as object), review: null }));
      return { ...found, state: { ...found.state, frames: unreviewed } };
    },
  }));
  const { client } = await givenClient(t, { doctor: blind });
  t.is((await flow.generate(client, await sentBack(client))).status, 200);
});

test('a broken chain comes before blockers, blockers before credits', async (t) => {
  const client = await (await givenService(t, { env: { TRIAL_CREDITS: '0' } })).client('poor');
  const workspaceId = await madeWorkspace(client);
  const within = client.within(workspaceId);
  const blocked = await flow.givenPlanned(within, ['one', 'two'], { engine: 'provider_c', continuityMode: 'chain' });
  t.like((blocked.answer.body['blockers'] as unknown[])[0], { code: 'provider_not_configured' });
  const second = await flow.generate(within, blocked, { requirementIds: blocked.requirementIds.slice(1) });
  thenRefused(t, second, 409, 'chain_broken');
  thenRefused(t, await flow.generate(within, blocked, { key: 'k' }), 422, 'plan_has_blockers');
  const open = await flow.givenPlanned(within, ['one', 'two']);
  const short = await flow.generate(within, open, { key: 'k' });
  thenRefused(t, short, 402, 'insufficient_credits');
  t.deepEqual(short.body['details'], { required: 6, available: 0 });
  t.deepEqual((await within.get('jobs')).body['jobs'], []);
  t.is((await within.get(`${open.film}/jobs/job_${'0'.repeat(26)}`)).status, 404);
  await grantPaid(client, workspaceId, 6);
  t.like(jobIn(await flow.generate(within, open, { key: 'k' })), { alreadyCharged: false }, 'a refusal frees the key');
});

test('a plan that was made before another one generated, or before a person decided, is out of date', async (t) => {
  const { client } = await givenClient(t);
  const { planned: first } = await flow.givenGenerated(client, ['one', 'two']);
  const storyboard = { frames: [{ prompt: 'one' }, { prompt: 'new' }], continuityMode: 'independent' };
  flow.expecting(200, await client.put(`projects/${first.projectId}/storyboard`, storyboard));
  const second = await flow.planProject(client, first.projectId);
  flow.expecting(201, await flow.review(client, first, first.planId, flow.acceptAll(1)));
  thenRefused(t, await flow.generate(client, second, { key: 'k' }), 409, 'expected_mismatch');
  const third = await flow.planProject(client, first.projectId);
  await flow.generated(client, third);
  thenRefused(t, await flow.generate(client, second), 409, 'expected_mismatch');
  thenRefused(t, await flow.generate(client, first), 409, 'script_revision_conflict');
  // The decision was carried on.
  const { frames } = await flow.photoSequence(client, third, third.planId);
  t.like(frames[0], { status: 'accepted', decision: { decision: 'accept' } });
  flow.expecting(201, await flow.review(client, first, first.planId, flow.acceptAll(1)));
  const another = [{ frameIndex: 0, decision: 'repair', note: 'a decision that is not in force' }];
  thenRefused(t, await flow.review(client, first, first.planId, another), 409, 'plan_superseded');
  thenRefused(t, await flow.repair(client, first, first.planId), 409, 'plan_superseded');
});
