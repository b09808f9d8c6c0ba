/** Reads, lists, streams, flags and limits over HTTP, on the real service. */
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { HELD } from '../support/engines/held-makers.ts';
import { httpCall } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService } from '../support/service/real-service.ts';
import { generated, jobIn } from '../support/service/started-job.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import { givenHeld } from '../support/service/held-job.ts';

type Item = { readonly id: string };
type Entry = { readonly kind: string; readonly amounts: Readonly<Record<string, number>>; readonly hash: string };

const listOf = async <T>(client: Client, path: string, member: string): Promise<readonly T[]> =>
  flow.expecting(200, await client.get(path)).body[member] as T[];

test('a caller reads its own writes at once, everywhere', async (t) => {
  const client = await (await givenService(t)).client();
  for (let n = 1; n <= 3; n += 1) {
    const planned = await flow.givenPlanned(client, [`frame ${n}`]);
    const { id } = jobIn(await flow.generate(client, planned));
    t.is((await client.get(`${planned.film}/jobs/${id}`)).status, 200);
    t.is((await listOf<Item>(client, 'projects', 'projects'))[0]?.id, planned.projectId, 'newest first');
    t.is((await listOf<Item>(client, 'jobs', 'jobs'))[0]?.id, id);
    t.is((await listOf<Item>(client, `jobs?projectId=${planned.projectId}&kind=storyboard`, 'jobs')).length, 1);
    const holds = await listOf<Entry>(client, 'ledger/entries?kind=hold', 'entries');
    t.is(holds.length, n);
    await flow.finalJob(client, planned, id);
    t.like(await flow.creditsOf(client), { total: 500 - n, held: 0 });
    t.is((await listOf<Item>(client, 'jobs?status=completed', 'jobs')).length, n);
  }
  const entries = await listOf<Entry>(client, 'ledger/entries?limit=1000', 'entries');
  const sum = (pool: string): number => entries.reduce((total, { amounts }) => total + (amounts[pool] ?? 0), 0);
  t.deepEqual([sum('paid'), sum('bonus'), sum('held')], [0, 497, 0], 'the entries add up to the balances');
  t.is(new Set(entries.map(({ hash }) => hash)).size, entries.length);
});

test('reads have a position and an entity tag, and wait for no position that is not there', async (t) => {
  const client = await (await givenService(t)).client();
  const planned = await flow.givenPlanned(client, ['one']);
  const jobId = await generated(client, planned);
  const reads = [
    'projects',
    'jobs',
    'workspaces',
    'credits/summary',
    'ledger/entries',
    'storage/assets',
    `${planned.film}/jobs/${jobId}`,
    `${planned.film}/photo-sequences/${planned.planId}`,
  ];
  for (const path of reads) {
    const answer = flow.expecting(200, await client.get(path));
    const { etag = '', 'x-log-position': position = '' } = answer.headers;
    t.regex(etag, /^"[^"]+"$/, path);
    t.regex(String(position), /^[0-9a-f]{4}-/, path);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unmoved = await client.get(path, { 'if-none-match': known });
      t.deepEqual([unmoved.status, unmoved.text, unmoved.headers.etag], [304, '', etag], path);
    }
    t.is((await client.get(path, { 'if-position-at-least': String(position) })).status, 200, path);
    const ahead = await client.get(path, { 'if-position-at-least': '0000-999999999999' });
    thenRefused(t, ahead, 503, 'read_model_behind', path);
    t.is(ahead.headers['retry-after'], '1');
    thenRefused(t, await client.get(path, { 'if-position-at-least': 'x' }), 400, 'malformed_request', path);
  }
});

test('pages follow each other without a gap or a double, whatever is made meanwhile', async (t) => {
  const client = await (await givenService(t)).client();
  const ids: string[] = [];
  for (const name of 'abcde') ids.unshift(await flow.createProject(client, [name]));
  const seen: string[] = [];
  let cursor: unknown = null;
  do {
    const { body } = await client.get(`projects?limit=2${typeof cursor === 'string' ? `&cursor=${cursor}` : ''}`);
    seen.push(...(body['projects'] as Item[]).map(({ id }) => id));
    cursor = body['nextCursor'];
    await flow.createProject(client, ['meanwhile']);
  } while (cursor !== null);
  t.deepEqual(seen, ids);
  const { body } = await client.get('projects?limit=1');
  const other = await client.get(`jobs?cursor=${String(body['nextCursor'])}`);
  thenRefused(t, other, 422, 'validation_failed', 'a cursor of another list');
  t.like((other.body['details'] as unknown[])[0], { pointer: '/cursor' });
  const first = await client.get('workspaces?limit=1');
  t.like(first.body, { ok: true, nextCursor: null }, 'the personal one alone');
  thenRefused(t, await client.get('workspaces?limit=1001'), 422, 'validation_failed', 'past the bound of a page');
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=', 'limit=1&limit=2', 'cursor=x']) {
    thenRefused(t, await client.get(`projects?${query}`), 422, 'validation_failed', query);
  }
});

test('the events of a job: each state that a poll would show, to the last', async (t) => {
  const { held, client } = await givenHeld(t);
  const planned = await flow.givenPlanned(client, [HELD]);
  const path = `${planned.film}/jobs/${jobIn(await flow.generate(client, planned)).id}`;
  const streaming = client.get(`${path}/events`);
  t.is((await client.get(path, { prefer: 'wait=1' })).headers['preference-applied'], 'wait=1');
  held.letGo();
  const stream = await streaming;
  t.regex(stream.headers['content-type'] ?? '', /^text\/event-stream/);
  const messages = stream.text.split('\n\n').filter((one) => one.startsWith('id: '));
  const last = /^id: (\S+)\nevent: job\ndata: (.+)$/.exec(messages.at(-1) ?? '');
  const poll = await client.get(path);
  const told = JSON.parse(last?.[2] ?? '') as Readonly<Record<string, unknown>>;
  const { requirements: _, ...whole } = poll.body;
  t.like(told, whole);
  t.is(last?.[1], String(poll.headers['x-log-position']));
  t.is((await client.get(`${path}/events`, { 'last-event-id': last?.[1] ?? '' })).status, 204, 'nothing will follow');
  for (const id of ['1e99', '999999999999', '$ne', '0000-999999999999', 'ffff-0', '0000-x']) {
    const { status, text } = await client.get(`${path}/events`, { 'last-event-id': id });
    t.is(status, 200, id);
    t.deepEqual(/^id: (\S+)\nevent: job\ndata: (.+)$/m.exec(text)?.[1], last?.[1], `${id}: the whole answer follows`);
  }
});

test('a feature that is off says so before anything is counted or looked at', async (t) => {
  const env = { STORYBOARD_PHOTO_BATCH_ENABLED: 'false', RATE_LIMITS: '{"Spend":1}' };
  const service = await givenService(t, { env });
  const client = await service.client();
  for (const body of [{ projectId: 'x' }, { projectId: 'abc', prompt: 'x', count: 1 }, { projectId: 'abc' }]) {
    const answer = await client.post('image/storyboard-batch', body);
    thenRefused(t, answer, 503, 'feature_disabled');
    t.is(answer.headers['retry-after'], undefined, 'trying again does not help');
  }
  const reader = await service.client('alice', 'read');
  thenRefused(t, await reader.post('image/storyboard-batch', {}), 403, 'scope_insufficient');
  const { flags } = (await client.get('production/capabilities')).body as { flags: Record<string, boolean> };
  t.false(flags['STORYBOARD_PHOTO_BATCH_ENABLED']);
  t.deepEqual((await client.get('product/manifest')).body['flags'], flags);
});

test('a limit that is reached says when to come back, and what it counted', async (t) => {
  const client = await (await givenService(t, { env: { RATE_LIMITS: '{"Plan":2}' } })).client();
  const film = `projects/${await flow.createProject(client, ['one'])}/film-intelligence`;
  const ask = async () => client.post(`${film}/storyboard-images/plan`);
  const first = flow.expecting(200, await ask());
  t.regex(String(first.headers['ratelimit']), /^"plan";r=1;t=\d+$/);
  t.is(first.headers['ratelimit-policy'], '"plan";q=2;w=60');
  flow.expecting(200, await ask());
  const third = await ask();
  thenRefused(t, third, 429, 'rate_limited');
  const seconds = Number(third.headers['retry-after']);
  t.true(seconds >= 1 && seconds <= 30, String(seconds));
  t.like(third.body, { retryable: true, retry_after_seconds: seconds });
  t.is((await client.get('projects')).status, 200, 'other classes go on');
});

test('paths, methods and origins', async (t) => {
  const { baseUrl, token } = await givenService(t);
  const { hostname: host, port } = new URL(baseUrl);
  const authorization = `Bearer ${await token()}`;
  const ask = async (method: string, path: string) =>
    httpCall({ host, port: Number(port) }, { method, path, headers: { authorization, origin: 'https://evil.test' } });
  const rows: readonly (readonly [string, string, number, string])[] = [
    ['GET', '/', 404, 'not_found'],
    ['GET', '/api/v1', 404, 'not_found'],
    ['GET', '/api/v1/nothing', 404, 'not_found'],
    ['GET', '/api/v1/projects/', 404, 'not_found'],
    ['GET', '/api/v1//projects', 404, 'not_found'],
    ['GET', '/API/V1/projects', 404, 'not_found'],
    ['GET', '/api/v1/projects%2f', 404, 'not_found'],
    ['GET', '/api/v1/%2e%2e/v1/projects', 404, 'not_found'],
    ['GET', '/api/v1/projects/%ff', 400, 'malformed_request'],
    ['GET', '/api/v1/a%00b', 400, 'malformed_request'],
    ['GET', `/api/v1/${'x'.repeat(8_192)}`, 400, 'malformed_request'],
    ['GET', `/api/v1/projects?${'x'.repeat(8_192)}`, 400, 'malformed_request'],
    ['OPTIONS', '/api/v1/projects', 405, 'method_not_allowed'],
    ['DELETE', '/api/v1/projects', 405, 'method_not_allowed'],
    ['GET', '/api/v1/image/generate', 405, 'method_not_allowed'],
  ];
  for (const [method, path, status, code] of rows) {
    const answer = await ask(method, path);
    thenRefused(t, answer, status, code, `${method} ${path.slice(0, 40)}`);
    t.regex(String(answer.body['requestId']), /^rid_/);
    if (status === 405) t.true(String(answer.headers.allow).includes('GET') || path.includes('generate'));
  }
  const [got, head] = [await ask('GET', '/api/v1/projects'), await ask('HEAD', '/api/v1/projects')];
  t.deepEqual([head.status, head.text], [200, '']);
  t.is(head.headers['content-length'], got.headers['content-length']);
  for (const { headers } of [got, await ask('OPTIONS', '/api/v1/projects')]) {
    t.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      [],
      'CORS is off',
    );
  }
});
