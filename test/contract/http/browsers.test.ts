/** The needs of browsers: permission to call from a page of another origin, and small answers. */
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { type Body, ok } from '../../../src/application/calls/result.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createProject } from '../../../src/http/contract/operations/projects.ts';
import { givenApi } from '../../spec/api-spec.ts';
import { declared, read } from '../../support/http/fake-application.ts';
import { projectId } from '../../support/http/http-samples.ts';
import { givenLive, stream } from '../../support/http/live-job.ts';

const STUDIO = 'https://studio.example';
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  path: '/api/v1/projects',
  token: null,
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
});

test('unless origins are named, no page of another origin may call', async (t) => {
  const api = await givenApi(t);
  t.is((await api.when(preflight(STUDIO))).status, 405);
  const answer = await api.when({ path: '/api/v1/projects', headers: { origin: STUDIO } });
  t.deepEqual(
    Object.keys(answer.headers).filter((name) => name.startsWith('access-control') || name === 'vary'),
    [],
  );
  t.like(answer.headers, { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
});

test('pages of an origin that is named may call, and read what answers say in headers', async (t) => {
  const api = await givenApi(t, { corsOrigins: [STUDIO] });
  const asked = await api.when(preflight(STUDIO));
  t.is(asked.status, 204);
  t.like(asked.headers, {
    'access-control-allow-origin': STUDIO,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-max-age': String(limits.preflightSeconds),
    vary: 'Origin',
  });
  for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Workspace-Id']) {
    t.true(asked.headers['access-control-allow-headers']?.split(', ').includes(name), name);
  }
  t.deepEqual(api.application.calls, [], 'a preflight asks nothing of the application, and needs no token');
  for (const token of [undefined, null]) {
    const answer = await api.when({
      path: '/api/v1/projects',
      headers: { origin: STUDIO },
      ...(token === null && { token }),
    });
    t.is(answer.headers['access-control-allow-origin'], STUDIO, 'also on a refusal');
    t.true(answer.headers['access-control-expose-headers']?.includes('X-Log-Position'));
    t.is(answer.headers['access-control-allow-credentials'], undefined);
  }
});

test('another origin gets nothing of it, however near its name', async (t) => {
  const api = await givenApi(t, { corsOrigins: [STUDIO] });
  for (const origin of ['https://studio.example.evil', 'http://studio.example', `${STUDIO}:8443`, 'null', '*']) {
    const asked = await api.when(preflight(origin));
    t.is(asked.status, 405, origin);
    t.is(asked.headers['access-control-allow-origin'], undefined, origin);
    t.is(asked.headers.vary, 'Origin', 'a cache keeps the answers apart');
  }
});

const many = (count: number) => ({
  listProjects: async () =>
    ok(
      read({
        ok: true,
        projects: Array.from({ length: count }, () => declared(createProject)['project'] as Body),
        nextCursor: null,
      }),
    ),
});
const path = '/api/v1/projects';

test('a large answer is compressed for a client that takes it, and is the same answer', async (t) => {
  const api = await givenApi(t, { application: many(100) });
  const plain = await api.when({ path });
  t.true(plain.bytes.length > limits.compressOverBytes);
  t.is(plain.headers['content-encoding'], undefined);
  t.is(plain.headers.vary, 'Accept-Encoding');
  for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
    const small = await api.when({ path, headers: { 'accept-encoding': accepted } });
    t.is(small.headers['content-encoding'], 'gzip', accepted);
    t.is(Number(small.headers['content-length']), small.bytes.length);
    t.true(small.bytes.length < plain.bytes.length / 2);
    t.is(gunzipSync(small.bytes).toString(), plain.text);
    t.is(small.headers.etag, plain.headers.etag?.replace(/"$/, '-gzip"'));
    const again = await api.when({ path, headers: { 'if-none-match': String(small.headers.etag) } });
    t.is(again.status, 304);
    t.is(again.headers.etag, small.headers.etag, 'it names the copy that the client has');
    t.is(again.headers.vary, plain.headers.vary);
  }
  const whole = await api.when({ path, headers: { 'if-none-match': `"other", W/${String(plain.headers.etag)}` } });
  t.is(whole.headers.etag, plain.headers.etag);
  for (const accepted of ['identity', 'br', 'gzip;q=0', '']) {
    const answer = await api.when({ path, headers: { 'accept-encoding': accepted } });
    t.is(answer.headers['content-encoding'], undefined, accepted);
  }
});

test('the tag of a compressed copy names its revision for a write', async (t) => {
  const script = async () => ok(read({ ok: true, script: 'x'.repeat(20_000), scriptRevisionId: 'rvs_1' }, 'rvs_1'));
  const api = await givenApi(t, { application: { script } });
  const at = `/api/v1/projects/${projectId}/script`;
  const { headers } = await api.when({ path: at, headers: { 'accept-encoding': 'gzip' } });
  t.is(headers['content-encoding'], 'gzip');
  t.false(headers.etag?.startsWith('W/'), 'If-Match takes no weak tag');
  await api.when({ method: 'PUT', path: at, body: { script: 'x' }, headers: { 'if-match': String(headers.etag) } });
  t.deepEqual(api.application.calls.at(-1)?.given.at(-1), ['rvs_1']);
});

test('the documents of the contract are compressed once', async (t) => {
  const api = await givenApi(t);
  const ask = { path: '/api/v1/openapi', token: null, headers: { 'accept-encoding': 'gzip' } };
  const [first, second] = [await api.when(ask), await api.when(ask)];
  t.deepEqual(first.bytes, second.bytes);
  t.true(gunzipSync(first.bytes).toString().startsWith('{"openapi"'));
});

test('a small answer is sent as it is', async (t) => {
  const api = await givenApi(t, { application: many(1) });
  const answer = await api.when({ path, headers: { 'accept-encoding': 'gzip' } });
  t.is(answer.headers['content-encoding'], undefined);
  t.is(answer.status, 200);
});

test('events are not held back to be compressed', async (t) => {
  const live = await givenLive(t, {});
  const held = await stream(live.api, { 'accept-encoding': 'gzip' });
  t.is(held.headers['content-encoding'], undefined);
  held.leave();
});
