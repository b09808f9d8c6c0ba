/** The parts of answers besides their bodies: places, positions, tags, advice. */
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { ok, refused } from '../../../src/application/calls/result.ts';
import { getCreditSummary } from '../../../src/http/contract/operations/credits.ts';
import { generatePlan, generateStoryboardImages } from '../../../src/http/contract/operations/storyboard-images.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { declared, POSITION, read, storedAnswer } from '../../support/http/fake-application.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import * as samples from '../../support/http/http-samples.ts';
import type { UseCases } from '../../support/application/use-cases.ts';

const { film, jobId, planId, projectId, workspaceId } = samples;
const generate = {
  method: 'POST',
  path: `${film}/storyboard-images/generate`,
  body: { expectedExecutionManifestArtifactHash: 'sha256:x' },
};

test('a 202 says where to poll, and when', async (t) => {
  // The path of a plan has no project: the place is in the answer.
  const accepted = declared(generatePlan, 202);
  const placed = {
    ...accepted,
    'the service': { ...(accepted['the service'] as object), poll: `${film}/jobs/${jobId}` },
  };
  const api = await givenApi(t, { application: { generatePlan: async () => ok(storedAnswer(placed, 202)) } });
  const rows = [
    generate,
    { method: 'POST', path: `${film}/photo-sequences/${planId}/repair` },
    {
      method: 'POST',
      path: `/api/v1/production/plans/${planId}/generate`,
      headers: { 'idempotency-key': 'k' },
      body: { confirm: true },
    },
  ];
  for (const request of rows) {
    const answer = await api.when(request);
    t.is(answer.status, 202);
    const { id } = answer.body['job'] as { readonly id: string };
    t.is(answer.headers.location, `${film}/jobs/${request.path.startsWith(film) ? id : jobId}`);
    t.is(answer.headers['retry-after'], '1');
    t.is(answer.headers['idempotent-replayed'], undefined);
    t.is((await api.when({ path: answer.headers.location ?? '' })).status, 200);
  }
});

test('a 200 of the same operation has no place to poll', async (t) => {
  const generateNothing: UseCases['generate'] = async () => ok(storedAnswer(declared(generateStoryboardImages, 200)));
  const api = await givenApi(t, { application: { generate: generateNothing } });
  const answer = await api.when(generate);
  t.is(answer.status, 200);
  t.is(answer.headers.location, undefined);
  t.is(answer.body['reason'], 'all_requirements_satisfied');
});

test('an answer that is given again says so, and is the same', async (t) => {
  let replayed = false;
  const again: UseCases['generate'] = async () =>
    ok(storedAnswer(declared(generateStoryboardImages, 202), 202, { replayed }));
  const api = await givenApi(t, { application: { generate: again } });
  const first = await api.when(generate);
  replayed = true;
  const second = await api.when(generate);
  t.is(second.headers['idempotent-replayed'], 'true');
  t.is(second.text, first.text);
  for (const name of ['location', 'retry-after', 'content-type']) t.is(second.headers[name], first.headers[name], name);
});

test('every answer past the tenant gate carries the position of the log', async (t) => {
  const api = await givenApi(t, { application: { planStoryboard: async () => refused('storyboard_not_found') } });
  t.is((await api.when({ path: '/api/v1/credits/summary' })).headers['x-log-position'], POSITION);
  t.is((await api.when(generate)).headers['x-log-position'], POSITION);
  const plan = { method: 'POST', path: `${film}/storyboard-images/plan` };
  t.is((await api.when(plan)).headers['x-log-position'], POSITION);
  t.is(
    (await api.when({ ...plan, token: null })).headers['x-log-position'],
    undefined,
    'it is no business of strangers',
  );
});

test('a position that was asked for is handed on', async (t) => {
  const api = await givenApi(t);
  const path = '/api/v1/credits/summary';
  await api.when({ path, headers: { 'if-position-at-least': POSITION } });
  await api.when({ path });
  const [asked, plain] = api.application.calls.filter(({ name }) => name === 'creditSummary');
  t.deepEqual(asked?.given[1], { atLeast: POSITION });
  t.deepEqual(plain?.given[1], { atLeast: null });
});

test('a read model that is behind says so, and when to come back', async (t) => {
  const api = await givenApi(t, { application: { creditSummary: async () => refused('read_model_behind') } });
  const answer = await api.when({ path: '/api/v1/credits/summary' });
  thenRefused(t, answer, 503, 'read_model_behind');
  t.is(answer.headers['retry-after'], '1');
});

test('a client with this very copy gets no second one', async (t) => {
  let etag = '7';
  const api = await givenApi(t, {
    application: { creditSummary: async () => ok(read(declared(getCreditSummary), etag)) },
  });
  const ask = { path: '/api/v1/credits/summary' };
  const first = await api.when(ask);
  t.is(first.headers.etag, '"7"');
  const same = await api.when({ ...ask, headers: { 'if-none-match': 'W/"6", "7"' } });
  t.is(same.status, 304);
  t.is(same.text, '');
  t.is(same.headers.etag, '"7"');
  t.is(same.headers['x-log-position'], POSITION);
  etag = '8';
  t.is((await api.when({ ...ask, headers: { 'if-none-match': '"7"' } })).status, 200);
});

test('a copy whose URLs have aged is another copy', async (t) => {
  const api = await givenApi(t);
  const ask = { path: `${film}/jobs/${jobId}` };
  const first = await api.when(ask);
  const headers = { 'if-none-match': first.headers.etag ?? '' };
  t.is((await api.when({ ...ask, headers })).status, 304);
  await api.clock.advance(301_000);
  const later = await api.when({ ...ask, headers });
  t.is(later.status, 200);
  t.not(later.text, first.text);
});

test('an image answer has its URL in both places', async (t) => {
  const api = await givenApi(t);
  const { body } = await api.when({ method: 'POST', path: '/api/v1/image/generate', body: { prompt: 'a harbour' } });
  const asset = body['asset'] as Readonly<Record<string, unknown>>;
  t.true(String(body['url']).startsWith('/api/v1/objects/ws_'));
  t.is(asset['url'], body['url']);
  t.is(typeof asset['expiresAt'], 'string');
  t.deepEqual(Object.keys(body).toSorted(), ['asset', 'chargedCredits', 'ok', 'seed', 'url']);
});

test('errors follow RFC 9457 for clients that accept it', async (t) => {
  const api = await givenApi(t);
  const headers = { accept: 'application/json, application/problem+json;q=0.9' };
  const answer = await api.when({ path: '/api/v1/nothing', headers });
  t.is(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  t.like(answer.body, { ok: false, code: 'not_found', status: 404, title: 'This path has no resource' });
  t.is(answer.body['requestId'], answer.headers['x-request-id']);
});

test('HEAD is GET without the body', async (t) => {
  const api = await givenApi(t);
  const path = `${film}/jobs/${jobId}`;
  const [get, head] = [await api.when({ path }), await api.when({ method: 'HEAD', path })];
  t.is(head.status, 200);
  t.is(head.text, '');
  t.is(head.headers['content-length'], get.headers['content-length']);
  t.is(head.headers.etag, get.headers.etag);
});

test('the routes pass caller, parameters and body to the application', async (t) => {
  const api = await givenApi(t);
  const workspace = { 'x-workspace-id': workspaceId };
  const last = (name: string): readonly unknown[] =>
    api.application.calls
      .filter((call) => call.name === name)
      .at(-1)
      ?.given.slice(1) ?? [];

  await api.when({ ...generate, body: { ...generate.body, confirm: true }, headers: { 'idempotency-key': 'k1' } });
  const [given, input, key] = last('generate') as [string, unknown, { key: string; bodyHash: string }];
  t.deepEqual([given, input], [projectId, generate.body], 'to confirm is none of its business');
  t.is(key.key, 'k1');
  t.regex(key.bodyHash, /^[0-9a-f]{64}$/);
  await api.when(generate);
  t.is(last('generate')[2], null);

  const script = { method: 'PUT', path: `/api/v1/projects/${projectId}/script`, body: { script: 'Fade in.' } };
  for (const [ifMatch, revisions] of [
    ['"rvs_1"', ['rvs_1']],
    ['rvs_1', ['rvs_1']],
    ['"rvs_1", "rvs_2"', ['rvs_1', 'rvs_2']],
    // A compressed copy has a tag of its own, and the same revision.
    ['"rvs_1-gzip"', ['rvs_1']],
    // A weak tag never matches (RFC 9110, section 13.1.1).
    ['W/"rvs_1"', []],
    ['W/"rvs_1" , "rvs_2"', ['rvs_2']],
    ['*', 'any'],
    [' * ', 'any'],
  ] as const) {
    await api.when({ ...script, headers: { 'if-match': ifMatch } });
    t.deepEqual(last('reviseScript'), [projectId, 'Fade in.', revisions]);
  }
  for (const [headers, revisions] of [
    [{}, null],
    [{ 'if-none-match': '*' }, 'none'],
    [{ 'if-none-match': '*', 'if-match': '"rvs_1"' }, []],
  ] as const) {
    await api.when({ ...script, headers });
    t.deepEqual(last('reviseScript'), [projectId, 'Fade in.', revisions]);
  }

  await api.when({ path: `/api/v1/jobs?status=running&limit=5&cursor=abc&projectId=${projectId}`, headers: workspace });
  t.deepEqual(last('listJobs'), [{ status: 'running', projectId }, { limit: 5, cursor: 'abc' }, { atLeast: null }]);
  await api.when({ path: '/api/v1/jobs' });
  t.deepEqual(last('listJobs'), [{}, { limit: 20, cursor: null }, { atLeast: null }]);
  await api.when({ path: '/api/v1/ledger/entries?since=2026-01-01T00:00:00Z&kind=hold' });
  t.deepEqual(last('ledgerEntries').slice(0, 2), [
    { since: '2026-01-01T00:00:00Z', kind: 'hold' },
    { limit: 20, cursor: null },
  ]);
});

for (const path of ['projects', 'workspaces', 'jobs', 'storage/assets', 'deliveries', 'ledger/entries']) {
  test(`the next page of ${path} is the one that is asked for`, async (t) => {
    const api = await givenApi(t);
    await api.when({ path: `/api/v1/${path}?limit=5&cursor=abc` });
    const given = api.application.calls.flatMap((call) => call.given);
    t.true(given.some((one) => isDeepStrictEqual(one, { limit: 5, cursor: 'abc' })));
  });
}

test('the same body has the same hash however it is written; another path or body has another', async (t) => {
  const api = await givenApi(t);
  const hashes: string[] = [];
  const headers = { 'idempotency-key': 'k' };
  const rows: readonly (readonly [string, unknown])[] = [
    [generate.path, '{"expectedExecutionManifestArtifactHash":"sha256:x","requirementIds":["a"]}'],
    [generate.path, '{ "requirementIds":["a"], "expectedExecutionManifestArtifactHash":"\\u0073ha256:x" }'],
    [generate.path, '{"expectedExecutionManifestArtifactHash":"sha256:y","requirementIds":["a"]}'],
    [
      generate.path.replace(projectId, samples.sampleId('prj', 'two')),
      '{"expectedExecutionManifestArtifactHash":"sha256:x","requirementIds":["a"]}',
    ],
  ];
  for (const [path, body] of rows) {
    await api.when({ method: 'POST', path, body, headers });
    const { bodyHash } = (api.application.calls.at(-1)?.given[3] ?? {}) as { readonly bodyHash?: string };
    hashes.push(bodyHash ?? '');
  }
  t.is(hashes[0], hashes[1]);
  t.is(new Set(hashes).size, 3);
  const repair = `${film}/photo-sequences/${planId}/repair`;
  for (const body of [undefined, {}]) await api.when({ method: 'POST', path: repair, headers, body });
  const keys = api.application.calls.filter(({ name }) => name === 'repair').map(({ given }) => given[3]);
  t.is(keys.length, 2);
  t.deepEqual(keys[0], keys[1], 'no body is an empty one');
});

test('trace and request are handed on with the caller, and only what is well formed', async (t) => {
  const api = await givenApi(t);
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const answer = await api.when({
    path: '/api/v1/workspaces',
    headers: { traceparent: trace, 'x-request-id': 'mine' },
  });
  t.like(api.application.calls[0]?.given[1], {
    traceparent: trace,
    correlationId: answer.headers['x-request-id'],
    access: 'read',
    workspaceId: null,
  });
  t.not(answer.headers['x-request-id'], 'mine');
  await api.when({ ...generate, headers: { traceparent: 'x\u0020y' } });
  t.like(api.application.calls[2]?.given[1], { access: 'write' });
  await api.when({ method: 'DELETE', path: `/api/v1/workspaces?id=${workspaceId}` });
  t.like(api.application.calls.findLast(({ name }) => name === 'enter')?.given[1], { access: 'end' });
  t.false(Object.keys(api.application.calls[2]?.given[1] ?? {}).includes('traceparent'));
});

test('the public documents need no token, and can be kept', async (t) => {
  const api = await givenApi(t);
  const documents = ['openapi', 'openapi?include=extensions', 'product/manifest', 'asyncapi'];
  for (const path of documents.map((name) => `/api/v1/${name}`)) {
    const answer = await api.when({ path, token: null });
    t.is(answer.status, 200, path);
    const headers = { 'if-none-match': answer.headers.etag ?? '' };
    t.is((await api.when({ path, token: null, headers })).status, 304, path);
  }
  const [own, all] = await Promise.all(
    ['', '?include=extensions'].map(async (query) => api.when({ path: `/api/v1/openapi${query}`, token: 'forged' })),
  );
  t.true((own?.text.length ?? 0) < (all?.text.length ?? 0));
  t.deepEqual(api.application.calls, []);
});

test('a token may be of another workspace than the header only by mistake', async (t) => {
  const api = await givenApi(t);
  await api.when({ path: '/api/v1/workspaces', token: tokenOf('alice', 'read', workspaceId) });
  t.like(api.application.calls[0]?.given, [{ workspaceId }, { workspaceId: null }]);
  for (const odd of ['', 'x', '__proto__', `${workspaceId}x`, projectId]) {
    const answer = await api.when({ path: '/api/v1/workspaces', headers: { 'x-workspace-id': odd } });
    thenRefused(t, answer, 403, 'membership_required', odd);
  }
});
