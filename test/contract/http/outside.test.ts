/** Answers outside the operations: probes for operators, and objects for holders of a signed URL. */
import test from 'ava';
import { createMetrics } from '../../../src/adapters/metrics/metrics.ts';
import type { HttpDependencies } from '../../../src/http/dependencies.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { film, jobId } from '../../support/http/http-samples.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';

const key = 'ws_1/assets/a.png';
const bytes = Buffer.from('not really a picture');

const objects: Pick<HttpDependencies, 'objectStore' | 'signedObjects'> = {
  objectStore: {
    signGet: () => ({ url: '', expiresAt: '' }),
    signPut: () => ({ url: '', expiresAt: '' }),
    head: async (asked) => (asked === key ? { key, size: bytes.length, contentType: 'image/png' } : undefined),
  },
  signedObjects: {
    verifySignature: (method, target) => {
      const [path = '', query] = target.split('?');
      const grant = { key: path.replace('/api/v1/objects/', ''), contentType: 'image/png', expiresAt: 0 };
      if (query === 'upload') return { method: 'PUT', ...grant, sizeMax: 1 };
      return query === `good-${method}` ? { method: 'GET', ...grant } : undefined;
    },
    receive: async () => {
      throw new Fault('conflict', 'no upload is taken here');
    },
    stream: async function* stream() {
      yield bytes.subarray(0, 5);
      yield bytes.subarray(5);
    },
  },
};

test('an object is shown to holders of its URL, and cannot run', async (t) => {
  const api = await givenApi(t, objects);
  const answer = await api.when({ path: `/api/v1/objects/${key}?good-GET`, token: null });
  t.is(answer.status, 200);
  t.is(answer.text, bytes.toString());
  t.like(answer.headers, {
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  t.regex(answer.headers['cache-control'] ?? '', /^private/);
  const head = await api.when({ method: 'HEAD', path: `/api/v1/objects/${key}?good-HEAD`, token: null });
  t.is(head.status, 200);
  t.is(head.headers['content-length'], String(bytes.length));
  t.deepEqual(api.application.calls, []);
});

test('all flaws of a URL look the same', async (t) => {
  const api = await givenApi(t, objects);
  const answers = await Promise.all(
    [`${key}?bad`, key, 'ws_1/assets/gone.png?good-GET', `${key}?upload`, 'a/../b?good-GET'].map(async (path) =>
      api.when({ path: `/api/v1/objects/${path}`, token: null }),
    ),
  );
  for (const answer of answers) thenRefused(t, answer, 404, 'not_found');
  t.is(new Set(answers.map(({ body }) => body['message'])).size, 1);
  thenRefused(t, await api.when({ method: 'PUT', path: `/api/v1/objects/${key}?good-GET` }), 404, 'not_found');
  thenRefused(t, await api.when({ method: 'POST', path: `/api/v1/objects/${key}?upload` }), 405, 'method_not_allowed');
});

test('an object store that serves its own URLs leaves nothing here', async (t) => {
  const api = await givenApi(t);
  thenRefused(t, await api.when({ path: `/api/v1/objects/${key}?good-GET` }), 404, 'not_found');
});

test('probes need no token, and tell the truth', async (t) => {
  let ready = true;
  const probes = {
    ready: async () => ({ ready, body: { lag: { job: 3 } } }),
    metrics: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'pi_ready 1\n' }),
  };
  const api = await givenApi(t, { probes });
  const get = async (path: string) => api.when({ path, token: null });
  t.is((await get('/health/live')).status, 200);
  t.deepEqual((await get('/health/ready')).body, { ok: true, lag: { job: 3 } });
  ready = false;
  const red = await get('/health/ready');
  t.is(red.status, 503);
  t.deepEqual(red.body, { ok: false, lag: { job: 3 } });
  t.is((await get('/health/live')).status, 200, 'a restart would not mend it');
  const metrics = await get('/metrics');
  t.is(metrics.text, 'pi_ready 1\n');
  t.is(metrics.headers['content-type'], 'text/plain; version=0.0.4');
});

test('a probe that fails is a 503 like any other', async (t) => {
  const down = async () => {
    throw new Fault('unavailable', 'x');
  };
  const api = await givenApi(t, { probes: { ready: down, metrics: down } });
  for (const path of ['/health/ready', '/metrics']) {
    thenRefused(t, await api.when({ path, token: null }), 503, 'service_unavailable');
  }
});

test('every measured value is in the table of all metrics', async (t) => {
  const measured = createMetrics();
  const api = await givenApi(t, { metrics: measured });
  await api.when({ path: '/api/v1/projects' });
  await api.when({ path: '/api/v1/projects', token: null });
  await api.when({ path: '/nothing' });
  await api.when({ path: `${film}/jobs/${jobId}/events` });
  const { body } = await measured.render();
  for (const line of [
    'pi_http_requests_total{operation="listProjects",status="200"} 1',
    'pi_http_requests_total{operation="listProjects",status="401"} 1',
    'pi_http_requests_total{operation="none",status="404"} 1',
    'pi_http_request_seconds_count{operation="listProjects"} 2',
    'pi_http_refusals_total{code="unauthorized"} 1',
    'pi_http_in_flight 0',
    'pi_sse_connections 0',
  ]) {
    t.true(body.includes(line), line);
  }
});

test('the log tells the flaw of a token that is refused, and the answer does not', async (t) => {
  const lines: unknown[] = [];
  const logger = { ...silentLogger, debug: (...line: readonly unknown[]) => void lines.push(line) };
  const api = await givenApi(t, { logger });
  const answer = await api.when({ path: '/api/v1/projects', token: 'forged' });
  thenRefused(t, answer, 401, 'unauthorized');
  t.false(JSON.stringify(answer).includes('form'));
  t.like(lines, [[{ operation: 'listProjects', status: '401', refused: 'unauthorized', flaw: 'form' }, 'answered']]);
});
