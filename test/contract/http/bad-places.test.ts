/** Bad input that is no matter of a schema alone: what is missing, and ids and pages in queries. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { film, projectId, workspaceId } from '../../support/http/http-samples.ts';

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

test('every wrong member is named, in bodies and in queries', async (t) => {
  const api = await givenApi(t);
  const pointersOf = (body: Readonly<Record<string, unknown>>): readonly string[] =>
    (body['details'] as readonly { readonly pointer: string }[]).map(({ pointer }) => pointer);
  const frames = [{ prompt: '', title: 'a\u0001' }, { prompt: 'a', role: 'middle', note: 'x' }, 5];
  const storyboard = { frames, continuityMode: 'Chain', seed: 1.5, referenceImageUrls: ['ftp://a.test/'] };
  const created = await api.when({ method: 'POST', path: '/api/v1/projects', body: { name: 5, storyboard } });
  thenRefused(t, created, 422, 'validation_failed');
  t.deepEqual([...pointersOf(created.body)].toSorted(), [
    '/name',
    '/storyboard/continuityMode',
    '/storyboard/frames/0/prompt',
    '/storyboard/frames/0/title',
    '/storyboard/frames/1/note',
    '/storyboard/frames/1/role',
    '/storyboard/frames/2',
    '/storyboard/referenceImageUrls/0',
    '/storyboard/seed',
  ]);
  const listed = await api.when({ path: '/api/v1/jobs?kind=x&status=y&limit=0&limits=1&cursor=' });
  thenRefused(t, listed, 422, 'validation_failed');
  t.deepEqual([...pointersOf(listed.body)].toSorted(), ['/cursor', '/kind', '/limit', '/limits', '/status']);
  const missing = await api.when({ method: 'POST', path: '/api/v1/image/storyboard-batch', body: {} });
  t.is((missing.body['details'] as readonly unknown[]).length, 3, 'each member that is missing');
  const many = { name: 'x', storyboard: { frames: Array.from({ length: 1_000 }, () => ({ prompt: '' })) } };
  const bounded = await api.when({ method: 'POST', path: '/api/v1/projects', body: many });
  t.is((bounded.body['details'] as readonly unknown[]).length, limits.errorDetailsMax);
  t.regex(String(bounded.body['message']), /, and at least 99 more: see details$/, 'a list that was cut');
  t.regex(String(missing.body['message']), /, and 2 more: see details$/);
});

test('a part of a path that no id needs to be is wrong like a member', async (t) => {
  const api = await givenApi(t);
  const path = `/api/v1/workspaces/${workspaceId}/members/${long(limits.subjectCharsMax + 1)}`;
  for (const method of ['PUT', 'DELETE']) {
    const { body, status } = await api.when({ method, path });
    const message = `must be one line of 1 to ${limits.subjectCharsMax} characters`;
    t.like({ ...body, status }, { status: 422, code: 'validation_failed', details: [{ pointer: '/sub', message }] });
    t.is(body['message'], `The path parameter sub ${message}`);
  }
});

test('an upload is refused by the member that is wrong', async (t) => {
  const api = await givenApi(t);
  const rows = [
    ['/category', { category: 'PAGES' }],
    ...['text/html', 'image/svg+xml'].map((contentType) => ['/contentType', { contentType }] as const),
    ['/contentType', { category: 'MUSIC' }],
    ...[0, 1.5, -1e16, '1e16'].map((sizeBytes) => ['/sizeBytes', { sizeBytes }] as const),
    ...['', long(256)].map((filename) => ['/filename', { filename }] as const),
    ['/key', { key: 'ws_1/users/x' }],
  ] as const;
  for (const [pointer, wrong] of rows) {
    const body = { filename: 'quay.png', contentType: 'image/png', ...wrong };
    const answer = await api.when({ method: 'POST', path: '/api/v1/storage/upload-url', body });
    thenRefused(t, answer, 400, 'validation_failed', pointer);
    t.like(answer.body, { details: [{ pointer }] });
  }
});

test('a text of another form is told the form, by words or by an example', async (t) => {
  const api = await givenApi(t);
  const { body: month } = await api.when({ path: '/api/v1/ledger/statement?month=2026-13' });
  t.is(month['message'], 'The query parameter month must look like 2026-11');
  const rows = [
    ['webhooks', { url: 'nope', events: ['job.completed'] }, '/url must look like https://hooks.example/production'],
    ['workspaces', { name: '   ' }, '/name must be visible text on one line'],
  ] as const;
  for (const [path, body, message] of rows) {
    const answer = await api.when({ method: 'POST', path: `/api/v1/${path}`, body });
    t.is(answer.body['message'], message);
  }
});

test('a member of another destination is told as such, whatever its form', async (t) => {
  const api = await givenApi(t);
  const deliver = async (destination: object) => {
    const body = { video: { url: 'https://films.example/a.mp4' }, destinations: [destination] };
    return (await api.when({ method: 'POST', path: '/api/v1/delivery', body })).body['message'];
  };
  const drive = { type: 'cloud_drive', accountRef: 'a' };
  t.is(await deliver({ ...drive, to: 'x' }), '/destinations/0/to is not a member of type cloud_drive');
  t.is(await deliver({ type: 'email', to: 'x' }), '/destinations/0/to must look like ada@studio.example');
});

test('a free-form object has members of any name but __proto__, and exact integers alone', async (t) => {
  const api = await givenApi(t);
  const deliver = async (meta: string) => {
    const destinations = '[{"type":"webhook","url":"https://hooks.example/a"}]';
    const body = `{"video":{"url":"https://films.example/a.mp4"},"destinations":${destinations},"meta":${meta}}`;
    return api.when({ method: 'POST', path: '/api/v1/delivery', body });
  };
  const names = '{"constructor":"Ada","prototype":{"toString":1},"hasOwnProperty":[{"valueOf":null}]}';
  t.is((await deliver(names)).status, 200);
  const given = api.application.calls.find(({ name }) => name === 'createDeliver')?.given[1];
  t.is(JSON.stringify((given as { readonly meta: unknown }).meta), names);
  thenRefused(t, await deliver('{"__proto__":{}}'), 400, 'malformed_json');
  const { status, body } = await deliver('{"order":[9007199254740991,-9007199254740992,9007199254740993]}');
  const message = 'must be within plus or minus 9007199254740991';
  t.is(status, 422);
  t.deepEqual(
    body['details'],
    [1, 2].map((item) => ({ pointer: `/meta/order/${item}`, message })),
  );
});

test('pages and filters of lists', async (t) => {
  const api = await givenApi(t);
  const rows = [
    '/api/v1/projects?limit=0',
    '/api/v1/projects?limit=101',
    '/api/v1/projects?limit=x',
    '/api/v1/projects?limit=',
    '/api/v1/projects?cursor=',
    `/api/v1/projects?cursor=${long(limits.cursorCharsMax + 1)}`,
    '/api/v1/projects?cursor=a%0ab',
    '/api/v1/jobs?status=done',
    '/api/v1/jobs?kind=a-b',
    '/api/v1/jobs?kind=storybord',
    '/api/v1/jobs?Status=queued',
    '/api/v1/ledger/entries?kind=CreditsHeld',
    '/api/v1/credits/summary?workspace=ws_1',
    '/api/v1/openapi?includes=extensions',
    '/api/v1/jobs?limit=1&limit=2',
    '/api/v1/ledger/entries?since=yesterday',
    '/api/v1/ledger/entries?limit=1001',
    '/api/v1/openapi?include=everything',
  ];
  for (const path of rows) thenRefused(t, await api.when({ path }), 422, 'validation_failed', path);
  thenRefused(t, await api.when({ path: '/api/v1/jobs?projectId=__proto__' }), 404, 'project_not_found');
});
