/** Bad input that is no matter of a schema alone: what is missing, and ids and pages in queries. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { film, projectId } from '../../support/http-samples.ts';

const long = (length: number): string => 'x'.repeat(length);
const batch = { projectId, prompt: 'a harbour', count: 1 };

test('generate without the hash has a code of its own', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'POST', path: `${film}/storyboard-images/generate` };
  const name = 'expectedExecutionManifestArtifactHash';
  for (const body of [undefined, {}, { [name]: null }, { [name]: '' }, { requirementIds: [], confirm: false }]) {
    const answer = await api.when({ ...ask, body });
    thenRefused(t, answer, 400, 'storyboard_image_execution_manifest_required', JSON.stringify(body));
  }
});

test('a workspace is removed by its id', async (t) => {
  const api = await givenApi(t);
  const path = '/api/v1/workspaces';
  for (const query of ['', '?id=', '?ID=ws_1']) {
    thenRefused(t, await api.when({ method: 'DELETE', path: `${path}${query}` }), 400, 'workspace_id_required', query);
  }
  for (const odd of ['x', '__proto__', '$ne', '%F0%9F%8E%AC', "'%20OR%201", projectId]) {
    const answer = await api.when({ method: 'DELETE', path: `${path}?id=${odd}` });
    thenRefused(t, answer, 403, 'workspace_forbidden', odd);
  }
  thenRefused(t, await api.when({ method: 'DELETE', path: `${path}?id=a&id=b` }), 400, 'validation_failed');
  thenRefused(t, await api.when({ method: 'DELETE', path: `${path}?id=${long(121)}` }), 400, 'validation_failed');
  t.true(api.application.calls.every(({ name }) => name === 'enter'));
});

test('an unknown project of a batch is forbidden, and a 404 is no answer there', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'POST', path: '/api/v1/image/storyboard-batch' };
  for (const odd of ['__proto__', 'constructor', 'abc', 'prj_x']) {
    thenRefused(t, await api.when({ ...ask, body: { ...batch, projectId: odd } }), 403, 'project_forbidden', odd);
  }
  t.true(api.application.calls.every(({ name }) => name === 'enter'));
});

test('pages and filters of lists', async (t) => {
  const api = await givenApi(t);
  const rows = [
    '/api/v1/projects?limit=0',
    '/api/v1/projects?limit=101',
    '/api/v1/projects?limit=x',
    '/api/v1/projects?cursor=',
    `/api/v1/projects?cursor=${long(limits.cursorCharsMax + 1)}`,
    '/api/v1/projects?cursor=a%0ab',
    '/api/v1/jobs?status=done',
    '/api/v1/jobs?kind=a-b',
    '/api/v1/jobs?limit=1&limit=2',
    '/api/v1/ledger/entries?since=yesterday',
    '/api/v1/ledger/entries?limit=1001',
    '/api/v1/openapi?include=everything',
  ];
  for (const path of rows) thenRefused(t, await api.when({ path }), 422, 'validation_failed', path);
  thenRefused(t, await api.when({ path: '/api/v1/jobs?projectId=__proto__' }), 404, 'project_not_found');
});
