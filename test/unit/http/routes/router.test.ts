/** The endpoint of a request, by its method and the segments of its path. */
import test from 'ava';
import type { Method } from '../../../../src/http/contract/operation.ts';
import { createRouter } from '../../../../src/http/routes/router.ts';
import type { HttpContext } from '../../../../src/http/transport/exchange.ts';

const PATTERNS: readonly (readonly [Method, string])[] = [
  ['GET', '/'],
  ['GET', '/jobs'],
  ['POST', '/jobs'],
  ['GET', '/jobs/{jobId}'],
  ['POST', '/jobs/{jobId}/tasks/{taskId}'],
  ['GET', '/console/'],
  ['GET', '/console/*'],
  ['POST', '/console/sign-in'],
];

const router = createRouter(
  PATTERNS.map(([method, path]) => ({
    method,
    path,
    answer: async ({ state }) =>
      Promise.resolve({ status: 200, body: [method, path, ...Object.values(state.parameters)].join(' ') }),
  })),
);

/** The endpoint with its parameters; of a refusal its status and the methods that the path takes. */
const at = async (method: string, path: string): Promise<unknown> => {
  const headers = new Map<string, unknown>();
  const res = { setHeader: (name: string, value: unknown) => headers.set(name, value) };
  const context = { method, path, req: { headers: {} }, res, state: {}, status: 0, body: '' };
  await router(context as unknown as HttpContext, async () => Promise.resolve());
  return context.status === 200 ? context.body : [context.status, headers.get('Allow')];
};

test('a path meets its endpoint, with the decoded texts of its parameters', async (t) => {
  t.is(await at('GET', '/'), 'GET /');
  t.is(await at('POST', '/jobs'), 'POST /jobs');
  t.is(await at('HEAD', '/jobs/job_1'), 'GET /jobs/{jobId} job_1');
  t.is(await at('POST', '/jobs/a%2Fb/tasks/%F0%9F%8E%AC'), 'POST /jobs/{jobId}/tasks/{taskId} a/b 🎬');
  t.is(await at('POST', '/%6Aobs'), 'POST /jobs', 'octets that need no encoding are the characters');
  t.is(await at('GET', '/console/'), 'GET /console/');
  t.is(await at('GET', '/console/app/main.js'), 'GET /console/* app/main.js');
  t.is(await at('GET', '/console/sign-in'), 'GET /console/* sign-in');
  t.is(await at('POST', '/console/sign-in'), 'POST /console/sign-in');
});

test('any other path is not there, however close it is to one', async (t) => {
  for (const path of [
    '',
    '/job',
    '/Jobs',
    '/jobs/',
    '//jobs',
    '/jobs/job_1/',
    '/jobs/job_1/tasks',
    '/console',
    '/{}',
  ]) {
    t.deepEqual(await at('GET', path), [404, undefined], path);
  }
});

test('a path answers a method that it does not take with those that it takes', async (t) => {
  t.deepEqual(await at('DELETE', '/jobs'), [405, 'GET, HEAD, POST']);
  t.deepEqual(await at('OPTIONS', '/jobs/job_1/tasks/scene-1'), [405, 'POST']);
  t.deepEqual(await at('PUT', '/console/sign-in'), [405, 'GET, HEAD, POST']);
});
