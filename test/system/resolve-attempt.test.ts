/**
 * A person tells what became of an attempt that no engine tells about (decision 0116): the job goes on by it, and the
 * ledger holds.
 */
import test, { type ExecutionContext } from 'ava';
import sharp from 'sharp';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { Fault } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { FrameScorer } from '../../src/ports/frame-scorer.ts';
import { auditFolder } from '../support/audit/audit-folder.ts';
import { quickEngine, quickMakers, quickScorer } from '../support/engines/quick-makers.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { movableClock } from '../support/kernel/movable-clock.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { givenService, type RealServiceOptions } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

type Json = Readonly<Record<string, unknown>>;
type Doubt = { readonly taskId: string; readonly attemptKey: string; readonly waitsUntil: string | null };

const NOTE = 'seen in the console of the provider';

/** Takes a person's picture as it takes those of the engine. */
const scorer: FrameScorer = {
  ...quickScorer,
  score: async (request) => {
    const isDrawn = Buffer.from(request.bytes).toString('latin1').startsWith('{');
    const bytes = isDrawn ? request.bytes : Buffer.from(JSON.stringify({ prompt: sha256(request.bytes), seed: 1 }));
    return quickScorer.score({ ...request, bytes });
  },
};

/** The first calls of its engine break off after the request was sent. */
const start = async (t: ExecutionContext, prompts: readonly string[], options: RealServiceOptions = {}) => {
  const calls: string[] = [];
  const engine = quickEngine({
    repeat: 'never',
    onCall: ({ attemptKey }) => {
      calls.push(attemptKey);
      if (calls.length <= prompts.length) throw new Fault('unknown_outcome', 'the connection broke');
    },
  });
  const service = await givenService(t, { makers: { ...quickMakers(engine), scorer }, ...options });
  const client = await service.client();
  const { planned, jobId } = await flow.givenStarted(client, prompts);
  const doubts = async (): Promise<readonly Doubt[]> =>
    flow.expecting(200, await client.get(`jobs/${jobId}/doubts`)).body['doubts'] as readonly Doubt[];
  await eventually('every frame is in doubt', async () => (await doubts()).length === prompts.length);
  const inDoubt = await doubts();
  const resolve = async (at: number, outcome: string, more: Json = {}, who: Client = client) => {
    const { taskId, attemptKey } = inDoubt[at] ?? { taskId: '', attemptKey: '' };
    return who.post(`jobs/${jobId}/tasks/${taskId}/resolve`, { attemptKey, outcome, note: NOTE, ...more });
  };
  const final = async () => flow.finalJob(client, planned, jobId);
  return { ...service, clientOf: service.client, client, planned, jobId, calls, doubts, inDoubt, resolve, final };
};

const png = async (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: { r: 120, g: 90, b: 60 } } })
    .png()
    .toBuffer();

const brought = (bytes: Uint8Array): Json => ({
  asset: { hash: `sha256:${sha256(bytes)}`, base64: Buffer.from(bytes).toString('base64') },
});

test('delivered, not delivered and charged: each frame goes on, and the ledger tells what is paid', async (t) => {
  const { client, calls, inDoubt, resolve, final, doubts, core, stop, dataDir } = await start(t, ['a', 'b', 'c']);
  const picture = await png();
  const held = await flow.creditsOf(client);
  for (const [at, outcome] of ['delivered', 'not_delivered', 'charged'].entries()) {
    const more = outcome === 'delivered' ? brought(picture) : {};
    const { job } = flow.expecting(200, await resolve(at, outcome, more)).body as { job: Json };
    t.is(job['kind'], 'storyboard');
    flow.expecting(200, await resolve(at, outcome, more));
  }
  const { job, requirements } = await final();
  t.like(job, { status: 'completed', chargedCredits: 3, heldCredits: 0 });
  t.deepEqual(await doubts(), []);
  const pricePerFrame = 1;
  t.is((await flow.creditsOf(client)).total, held.total - 3 * pricePerFrame);

  const at = (index: number) => requirements.find(({ requirementId }) => requirementId === inDoubt[index]?.taskId);
  t.is(at(0)?.attempts.at(-1)?.asset?.hash, `sha256:${sha256(picture)}`);
  t.deepEqual(
    [at(1)?.attempts.length, at(2)?.attempts.map(({ error }) => error?.code ?? null)],
    [1, ['charged', null]],
    'what did nothing uses up no attempt',
  );
  t.is(new Set(calls).size, calls.length, 'no attempt was asked for twice under one key');
  t.is(calls.length, 5);

  const said = (await wholeLog(core)).filter(({ type }) => type === 'AttemptResolved');
  t.deepEqual(
    said.map(({ data }) => (data as Json)['outcome']),
    ['delivered', 'not_delivered', 'charged'],
  );
  for (const { data, metadata } of said) {
    t.is((data as Json)['note'], NOTE);
    t.is(`user:${String((data as Json)['resolvedBy'])}`, metadata.actor);
  }
  await stop();
  t.deepEqual((await auditFolder(dataDir, { full: true })).findings, []);
});

test('a frame that was given up: the record says what it was, and people repair it', async (t) => {
  const { doctor, move } = movableClock();
  const { client, planned, jobId, resolve, final, doubts } = await start(t, ['a'], { doctor });
  move(limits.dispatchUnknownMaxMs);
  t.is((await final()).job.status, 'failed');
  t.like(await doubts(), [{ waitsUntil: null }]);
  t.like((await resolve(0, 'delivered', brought(await png()))).body, { code: 'attempt_given_up' });
  flow.expecting(200, await resolve(0, 'charged'));
  const [frame] = (await flow.pollJob(client, planned, jobId)).requirements;
  t.like(frame, { status: 'human_review', reason: 'engine_failed' });
  t.is(frame?.attempts[0]?.error?.code, 'charged');
  t.deepEqual(await doubts(), []);
  const repair = [{ frameIndex: 0, decision: 'repair', note: 'once more' }];
  flow.expecting(201, await flow.review(client, planned, planned.planId, repair));
  const repairId = flow.jobIdIn(await flow.repair(client, planned, planned.planId));
  t.is((await flow.finalJob(client, planned, repairId)).job.status, 'completed');
});

test('every refusal: nothing is changed, and the code says why', async (t) => {
  const { clientOf, client, jobId, inDoubt, resolve, core, doubts } = await start(t, ['a', 'b']);
  const before = (await wholeLog(core)).length;
  const picture = brought(await png());
  const path = `jobs/${jobId}/tasks/${inDoubt[0]?.taskId}/resolve`;
  const body = { attemptKey: inDoubt[0]?.attemptKey, outcome: 'charged', note: NOTE };
  const other = `job_${'0'.repeat(26)}`;
  const stranger = await clientOf('mallory');
  const reader = await clientOf('alice', 'read mutate spend approve plan');
  const anonymous = { authorization: '' };
  const cut = { asset: { ...(picture['asset'] as Json), base64: 'AAAA' } };
  const html = brought(Buffer.from('<script>alert(1)</script>'));
  const rows = [
    [401, 'unauthorized', client.post(path, body, anonymous)],
    [403, 'scope_insufficient', reader.post(path, body)],
    [403, 'project_forbidden', stranger.post(path, body)],
    [404, 'job_not_found', client.post(path.replace(jobId, other), body)],
    [404, 'task_not_found', client.post(path.replace(inDoubt[0]?.taskId ?? '', 'scene-0001'), body)],
    [404, 'task_not_found', client.post(path.replace(inDoubt[0]?.taskId ?? '', '..'), body)],
    [409, 'attempt_not_in_doubt', client.post(path, { ...body, attemptKey: inDoubt[1]?.attemptKey })],
    [422, 'validation_failed', resolve(0, 'perhaps')],
    [422, 'validation_failed', resolve(0, 'charged', { note: '' })],
    [422, 'validation_failed', resolve(0, 'charged', picture)],
    [422, 'validation_failed', resolve(0, 'delivered')],
    [422, 'validation_failed', resolve(0, 'delivered', cut)],
    [422, 'validation_failed', resolve(0, 'delivered', html)],
    [413, 'body_too_large', resolve(0, 'charged', { note: 'x'.repeat(limits.bodyBytesBroughtMax) })],
    [400, 'malformed_json', client.post(path)],
  ] as const;
  for (const [status, code, answered] of rows) {
    const answer = await answered;
    t.deepEqual([answer.status, answer.body['code']], [status, code], code);
  }
  t.is((await doubts()).length, 2);
  const added = (await wholeLog(core)).slice(before).filter(({ stream }) => stream.endsWith(jobId));
  t.deepEqual(added, []);
  flow.expecting(200, await resolve(0, 'not_delivered'));
  t.is((await resolve(0, 'charged')).body['code'], 'attempt_not_in_doubt');
});
