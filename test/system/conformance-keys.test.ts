/** Idempotency keys and synchronous calls over HTTP, on the real service. */
import test, { type ExecutionContext } from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { HELD } from '../support/engines/held-makers.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import { REFUSED } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';
import { givenHeld } from '../support/service/held-job.ts';

const under = (key: string) => ({ 'idempotency-key': key });

/** The repeated answer of a key: the same bytes, and the header that says so. */
const thenReplayed = (t: ExecutionContext, again: HttpAnswer, first: HttpAnswer, what: string): void => {
  t.is(first.headers['idempotent-replayed'], undefined, what);
  t.is(again.headers['idempotent-replayed'], 'true', what);
  t.is(again.status, first.status, what);
  t.deepEqual(again.bytes, first.bytes, what);
  t.is(again.headers.location, first.headers.location, what);
};

test('while the first call is under way, the key says so, and with what body', async (t) => {
  const { held, client } = await givenHeld(t);
  const ask = async (prompt: string) => client.post('image/generate', { prompt }, under('k'));
  const first = ask(HELD);
  await eventually('the engine is asked', () => held.asked.length > 0);
  const early = await ask(HELD);
  thenRefused(t, early, 425, 'request_in_progress');
  t.like(early.headers, { 'retry-after': '1' });
  t.like(early.body, { retryable: true, retry_after_seconds: 1 });
  thenRefused(t, await ask('other'), 422, 'idempotency_key_reused');
  const [{ id } = { id: '' }] = (await client.get('jobs')).body['jobs'] as { readonly id: string }[];
  const cancelled = await client.post(`jobs/${id}/cancel`);
  t.is(cancelled.status, 200);
  t.like(cancelled.body['job'], { kind: 'image', status: 'running' });
  held.letGo();
  t.is((await first).status, 200, 'what an engine has begun finishes, also under a cancel');
  thenReplayed(t, await first.then(async () => ask(HELD)), await first, 'once it has ended');
  t.is(held.asked.length, 1);
});

test('a refusal before any work frees its key', async (t) => {
  const { client } = await givenHeld(t);
  const projectId = await flow.createProject(client, ['one']);
  const batch = async (body: Readonly<Record<string, unknown>>) =>
    client.post('image/storyboard-batch', { projectId, prompt: 'x', ...body }, under('k'));
  thenRefused(t, await batch({ count: 0 }), 422, 'validation_failed');
  thenRefused(t, await batch({ count: 7 }), 413, 'batch_exceeds_synchronous_capacity');
  thenRefused(t, await batch({ count: 1, engine: 'provider_c' }), 422, 'provider_not_configured');
  const short = client.within(await madeWorkspace(client));
  const poor = await flow.createProject(short, ['one']);
  const ask = async () => short.post('image/storyboard-batch', { projectId: poor, prompt: 'x', count: 2 }, under('p'));
  thenRefused(t, await ask(), 402, 'insufficient_credits');
  t.is((await batch({ count: 1 })).status, 200);
  t.like(await flow.creditsOf(client), { total: 499, held: 0 });
});

test('a refusal after work was queued is the answer of its key: byte for byte, and at no second cost', async (t) => {
  const { held, client } = await givenHeld(t);
  const { asked } = held;
  const paint = async (prompt: string, key: string | null, headers: Readonly<Record<string, string>> = {}) =>
    client.post('image/generate', { prompt }, key === null ? headers : { ...under(key), ...headers });
  const first = await paint(REFUSED, 'k');
  t.is(first.status, 502);
  t.like(first.body, { ok: false, code: 'render_failed', retryable: false, details: { code: 'rejected' } });
  t.is(first.body['requestId'], first.headers['x-request-id']);
  for (const one of ['noCreditsSpent', 'no_credits_spent']) t.false(one in first.body, 'work was dispatched');
  thenReplayed(t, await paint(REFUSED, 'k'), first, 'the same call');
  const problem = await paint(REFUSED, 'k', { accept: 'application/problem+json' });
  t.like(problem, { status: 502, headers: { 'idempotent-replayed': 'true' } });
  t.like(problem.body, { ...first.body, title: 'The engine failed; the credits were released', status: 502 });
  thenRefused(t, await paint('now', 'k'), 422, 'idempotency_key_reused');
  t.is(asked.length, 1);
  t.is((await paint(REFUSED, 'l')).headers['idempotent-replayed'], undefined, 'a new key is a new try');
  t.like((await paint(REFUSED, null)).body, { code: 'render_failed', retryable: true }, 'as is a call without a key');
  t.is(asked.length, 3);
  t.like(await flow.creditsOf(client), { total: 500, held: 0 });
});

test('the largest batches of each mode, and one more', async (t) => {
  const { client } = await givenClient(t);
  const projectId = await flow.createProject(client, ['one']);
  const ask = async (continuityMode: string | undefined, count: number) =>
    client.post('image/storyboard-batch', {
      projectId,
      prompt: 'x',
      count,
      ...(continuityMode === undefined ? {} : { continuityMode }),
      ...(continuityMode === 'master_reference' ? { referenceImageUrls: ['https://a.test/x.png'] } : {}),
    });
  const most = { chain: 6, master_reference: 24, independent: 32 };
  for (const [mode, max] of Object.entries(most)) {
    const answer = await ask(mode, max + 1);
    thenRefused(t, answer, 413, 'batch_exceeds_synchronous_capacity', mode);
    t.like(answer.body, {
      error: 'batch_exceeds_synchronous_capacity',
      requested_count: max + 1,
      max_synchronous_count: max,
      continuity_mode: mode,
    });
    t.deepEqual(Object.keys(answer.body['durable_alternative'] as object), ['plan', 'generate', 'poll']);
  }
  t.like((await ask(undefined, 200)).body, { continuity_mode: 'chain' });
  const whole = flow.expecting(200, await ask('chain', 6));
  t.like(whole.body, {
    status: 'completed',
    requested_count: 6,
    rendered_count: 6,
    failed_count: 0,
    charged_credits: 6,
  });
  t.like(await flow.creditsOf(client), { total: 494, held: 0 });
});

test('an engine that cannot be reached: a blocker in a plan, 503 elsewhere, and not for long', async (t) => {
  const { held, client } = await givenHeld(t);
  const projectId = await flow.createProject(client, ['one']);
  held.reachable = false;
  const blocked = await flow.planProject(client, projectId);
  t.like((blocked.answer.body['blockers'] as unknown[])[0], { code: 'provider_unavailable' });
  thenRefused(t, await flow.generate(client, blocked), 422, 'plan_has_blockers');
  for (const [path, body] of [
    ['image/generate', { prompt: 'x' }],
    ['image/storyboard-batch', { projectId, prompt: 'x', count: 1 }],
  ] as const) {
    const answer = await client.post(path, body, under('k'));
    thenRefused(t, answer, 503, 'provider_unavailable', path);
    t.is(answer.headers['retry-after'], '10');
    t.like(answer.body, { retryable: true, retry_after_seconds: 10 });
  }
  held.reachable = true;
  t.is((await client.post('image/generate', { prompt: 'x' }, under('k'))).status, 200);
  const open = await flow.planProject(client, projectId);
  t.deepEqual(open.answer.body['blockers'], []);
  t.not(open.manifestHash, blocked.manifestHash);
  t.is((await flow.generate(client, open)).status, 202);
});
