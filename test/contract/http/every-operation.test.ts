/** Laws of every operation, taken from the declarations. */
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { isConditional } from '../../../src/http/contract/headers.ts';
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { requiredQuery } from '../../support/http/required-query.ts';
import { type ApiRequest, givenApi, sharedApi, thenRefused } from '../../spec/api-spec.ts';
import { ALL_SCOPES, tokenOf } from '../../support/http/fake-verifier.ts';
import { projectId, workspaceId } from '../../support/http/http-samples.ts';
import { askOf } from '../../support/http/ask-of.ts';

type Json = Readonly<Record<string, unknown>>;

const guarded = operations.filter(({ authority }) => authority !== null);
const sending = operations.filter(({ method, anyBody }) => (method === 'POST' || method === 'PUT') && anyBody !== true);

const givenShared = sharedApi(test);

for (const operation of guarded) {
  test.serial(`${operation.operationId}: no credential but one good bearer token`, async (t) => {
    const api = await givenShared(t);
    const none = { ...askOf(operation), token: null };
    const good = `Bearer ${tokenOf('alice')}`;
    const rows: readonly ApiRequest[] = [
      none,
      { ...none, headers: { authorization: '' } },
      { ...none, headers: { authorization: 'Bearer' } },
      { ...none, headers: { authorization: 'Bearer ' } },
      { ...none, headers: { authorization: 'Basic YTpi' } },
      { ...none, headers: { authorization: tokenOf('alice') } },
      { ...none, headers: { authorization: `${good} ${tokenOf('bob')}` } },
      { ...none, headers: { authorization: `${good}, ${good}` } },
      { ...none, headers: { authorization: [good, good] } },
      { ...none, path: `${none.path}?access_token=${tokenOf('alice')}` },
      { ...none, headers: { cookie: `token=${tokenOf('alice')}` } },
      { ...none, token: 'forged' },
    ];
    for (const row of rows) {
      const answer = await api.when(row);
      thenRefused(t, answer, 401, 'unauthorized', JSON.stringify(row));
      t.true(answer.headers['www-authenticate']?.startsWith('Bearer'));
    }
    t.deepEqual(api.application.calls, [], 'nobody was asked anything');
    const lower = await api.when({ ...none, headers: { authorization: `bearer ${tokenOf('alice')}` } });
    t.not(lower.status, 401);
  });

  test.serial(`${operation.operationId}: its own scope, and no other`, async (t) => {
    const api = await givenShared(t);
    const own = String(operation.authority).toLowerCase();
    // A body may ask for less, which the scope `plan` is enough for.
    const enough = operation.planWhen === undefined ? [own] : [own, 'plan'];
    const others = ALL_SCOPES.split('+').filter((scope) => !enough.includes(scope));
    for (const scopes of [...others, others.join('+'), own.toUpperCase(), `${own}s`, '']) {
      const answer = await api.when({ ...askOf(operation), token: tokenOf('alice', scopes) });
      thenRefused(t, answer, 403, 'scope_insufficient', scopes);
    }
    t.deepEqual(api.application.calls, []);
    t.not((await api.when({ ...askOf(operation), token: tokenOf('alice', own) })).body['code'], 'scope_insufficient');
  });
}

const bom = Buffer.from('\ufeff{}');
const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const malformed: readonly (readonly [string, unknown, ApiRequest['headers']?])[] = [
  ['cut off', '{'],
  ['null', 'null'],
  ['a number', '1'],
  ['a list', '[]'],
  ['a byte order mark', bom],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['100,000 levels', deep],
  ['__proto__', '{"__proto__":{}}'],
  ['a member twice', '{"name":"a","name":"b"}'],
];

const unreadable: readonly (readonly [string, unknown, ApiRequest['headers']])[] = [
  ['a charset', '{}', { 'content-type': 'application/json; charset=utf-16' }],
  ['gzip', gzipSync('{}'), { 'content-encoding': 'gzip' }],
  ['gzip that is none', '{}', { 'content-encoding': 'gzip' }],
  ['two encodings', '{}', { 'content-encoding': 'identity, gzip' }],
];

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', ''];

for (const operation of sending) {
  test.serial(`${operation.operationId}: bodies that are none`, async (t) => {
    const api = await givenShared(t);
    const key = { 'idempotency-key': 'k' };
    const ask = { ...askOf(operation), headers: key };
    for (const [what, body] of malformed) {
      thenRefused(t, await api.when({ ...ask, body }), 400, 'malformed_json', what);
    }
    for (const [what, body, headers = {}] of unreadable) {
      const answer = await api.when({ ...ask, body, headers: { ...key, ...headers } });
      thenRefused(t, answer, 400, 'malformed_request', what);
    }
    for (const type of otherTypes) {
      const answer = await api.when({ ...ask, body: 'a=b', headers: { ...key, 'content-type': type } });
      thenRefused(t, answer, 415, 'unsupported_content_type', type);
    }
    const bytesMax = operation.bodyBytesMax ?? limits.bodyBytesMax;
    const large = await api.when({ ...ask, body: `{"a":"${'x'.repeat(bytesMax)}"}` });
    thenRefused(t, large, 413, 'body_too_large');
    t.deepEqual(api.application.calls, []);
  });

  test.serial(`${operation.operationId}: unknown members (T6)`, async (t) => {
    const api = await givenShared(t);
    const headers = { 'idempotency-key': 'k' };
    for (const name of [
      'workspaceId',
      'ownerId',
      'credits',
      'status',
      'alreadyCharged',
      'requiredCredits',
      'Confirm',
      'constructor',
    ]) {
      const body = { ...minimal(operation), [name]: 1 };
      const answer = await api.when({ ...askOf(operation), body, headers });
      t.is(answer.body['code'], 'validation_failed', name);
      t.is(answer.status, operation.schemaFailureStatus, name);
      t.deepEqual((answer.body['details'] as readonly unknown[])[0], {
        pointer: `/${name}`,
        message: 'is not a known member',
      });
    }
    t.deepEqual(api.application.calls, []);
    const fine = await api.when({ ...askOf(operation), body: minimal(operation), headers });
    t.true(fine.status < 300, `without them it passes: ${fine.text}`);
  });
}

/** A body that holds to the schema: what its members give as examples. */
const minimal = ({ body }: Operation): Json => (body === undefined ? {} : (exampleOf(body) as Json));

for (const operation of operations.filter(({ idempotency }) => idempotency !== 'none')) {
  test.serial(`${operation.operationId}: keys of odd shape`, async (t) => {
    const api = await givenShared(t);
    for (const key of ['', ' ', 'a'.repeat(256), 'a b', 'a,b', 'a\tb', 'é', ['a', 'b'], ['a', 'a']]) {
      const answer = await api.when({
        ...askOf(operation),
        body: minimal(operation),
        headers: { 'idempotency-key': key },
      });
      thenRefused(t, answer, 400, 'malformed_request', JSON.stringify(key));
    }
    t.deepEqual(api.application.calls, []);
    for (const key of ['a', '!~', 'a'.repeat(255)]) {
      const headers = { 'idempotency-key': key };
      t.true((await api.when({ ...askOf(operation), body: minimal(operation), headers })).status < 300, key);
    }
  });
}

const oddIds = [
  'x',
  'a'.repeat(121),
  '..%2f',
  '%2e%2e%2f%2e%2e%2fetc',
  '$ne',
  '%27%20OR%201',
  '__proto__',
  'constructor',
  '%F0%9F%8E%AC',
  `${projectId}%0a`.replace('%0a', '%20'),
  projectId.toUpperCase(),
  workspaceId,
  `${projectId}x`,
  projectId.slice(0, -1),
];

// A subject is any text: it has no odd shape.
for (const operation of operations.filter(({ path }) => path.includes('{') && !path.includes('{sub}'))) {
  test.serial(`${operation.operationId}: ids of odd shape never reach the application`, async (t) => {
    const api = await givenShared(t);
    const [name = ''] = operation.path.match(/(?<=\{)\w+(?=\}[^{]*$)/) ?? [];
    for (const odd of oddIds.filter((id) => name !== 'workspaceId' || id !== workspaceId)) {
      if (name === 'projectId' && odd === projectId) continue;
      const answer = await api.when({
        ...askOf(operation, { [name]: odd }),
        headers: { 'idempotency-key': 'k' },
        ...(operation.body === undefined ? {} : { body: minimal(operation) }),
      });
      t.true([403, 404].includes(answer.status), `${odd}: ${answer.status} ${answer.text}`);
      t.is(answer.body['noCreditsSpent'], true);
    }
    t.true(
      api.application.calls.every((call) => call.name === 'enter'),
      'only the tenant gate was asked',
    );
  });
}

test('paths and methods that are not there', async (t) => {
  const api = await givenApi(t);
  const missing = [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/projects',
    '/api/v1/projects/',
    '/api/v1//projects',
    '//api/v1/projects',
    '/API/v1/projects',
    '/api/v1/Projects',
    '/api/v1/projects%2f',
    '/api/v1/%2e%2e/v1/projects',
    '/api/v1/../v1/projects',
    '/api/v1/projects;a=b',
    `/api/v1/${'a'.repeat(2_000)}`,
  ];
  for (const path of missing) thenRefused(t, await api.when({ path, token: null }), 404, 'not_found', path);
  const odd = ['/api/v1/projects/%', '/api/v1/projects/%ff', '/api/v1/%zz', '/api/v1/a%00b', '/%ff'];
  const long = 'a'.repeat(8_000);
  for (const path of [...odd, `/${long}`, `/api/v1/projects?${long}`]) {
    thenRefused(t, await api.when({ path, token: null }), 400, 'malformed_request', path.slice(0, 40));
  }
  const wrong = await api.when({ method: 'DELETE', path: '/api/v1/projects', token: null });
  thenRefused(t, wrong, 405, 'method_not_allowed');
  t.is(wrong.headers.allow, 'GET, HEAD, POST');
  t.regex(String(wrong.body['requestId']), /^rid_/);
  thenRefused(t, await api.when({ path: '/api/v1/image/generate', token: null }), 405, 'method_not_allowed');
  for (const method of ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    thenRefused(
      t,
      await api.when({ method, path: '/api/v1/projects', token: null }),
      405,
      'method_not_allowed',
      method,
    );
  }
  t.is((await api.when({ method: 'HEAD', path: '/api/v1/projects' })).status, 200);
});

test('an empty body is a body that is missing, where one is needed', async (t) => {
  const api = await givenApi(t);
  const needed = sending.filter(({ body, bodyOptional }) => body !== undefined && bodyOptional !== true);
  t.true(needed.length > 3);
  for (const operation of needed) {
    thenRefused(t, await api.when(askOf(operation)), 400, 'malformed_json', operation.operationId);
  }
});

test('operations without a body take none, or an empty one', async (t) => {
  const api = await givenApi(t);
  const headers = { 'x-workspace-id': workspaceId };
  for (const operation of guarded.filter(({ body, query }) => body === undefined && query === undefined)) {
    if (operation.stream === true) continue;
    const ask = { ...askOf(operation), headers };
    t.is((await api.when(ask)).status, 200, operation.operationId);
    t.is((await api.when({ ...ask, body: {} })).status, 200, operation.operationId);
    thenRefused(t, await api.when({ ...ask, body: { a: 1 } }), 422, 'validation_failed', operation.operationId);
  }
});

test('an entity tag is sent by those reads that say so, and by no other answer', async (t) => {
  const api = await givenApi(t);
  const reading = operations.filter(({ method, stream }) => method === 'GET' && stream !== true);
  t.true(reading.filter(isConditional).length > 8);
  t.true(reading.some((operation) => !isConditional(operation)));
  for (const operation of reading) {
    const ask = { ...askOf(operation), headers: { 'x-workspace-id': workspaceId } };
    ask.path += requiredQuery(operation);
    const { status, headers } = await api.when(ask);
    t.is(status, 200, operation.operationId);
    t.is(headers.etag !== undefined, isConditional(operation), operation.operationId);
    const again = await api.when({ ...ask, headers: { ...ask.headers, 'if-none-match': headers.etag ?? '"7"' } });
    t.is(again.status, isConditional(operation) ? 304 : 200, operation.operationId);
  }
});
