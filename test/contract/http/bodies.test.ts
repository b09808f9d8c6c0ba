/** When bodies are read, and by which way they are judged. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { type Api, givenApi, openFlags, thenRefused, type World } from '../../spec/api-spec.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import { projectId } from '../../support/http/http-samples.ts';

/** Sends what it is given and then no more; gives the status and code of the first answer. */
const begin = async (t: ExecutionContext, { port }: Api, head: string): Promise<string> => {
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(head));
  t.teardown(() => socket.destroy());
  let text = '';
  for (;;) {
    const [part] = (await once(socket, 'data')) as [Buffer];
    text += part.toString();
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    if (code !== undefined) return `${text.slice(9, 12)} ${code}`;
  }
};

const unfinished = (token: string, more = ''): string =>
  `POST /api/v1/image/storyboard-batch HTTP/1.1\r\nHost: a\r\n${token}Content-Type: application/json\r\n` +
  `${more}Content-Length: 1000000\r\n\r\n{"projectId":"`;
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;

const early: Readonly<Record<string, readonly [token: string, expected: string, world?: World]>> = {
  'no token': ['', '401 unauthorized'],
  'a token that does not hold': [bearer('forged'), '401 unauthorized'],
  'no scope': [bearer(tokenOf('alice', 'read')), '403 scope_insufficient'],
  'a flag that is off': [
    bearer(tokenOf('alice')),
    '503 feature_disabled',
    { flags: { ...openFlags, STORYBOARD_PHOTO_BATCH_ENABLED: false } },
  ],
  'no allowance left': [bearer(tokenOf('alice')), '429 rate_limited', { rateLimits: { Spend: 0.5 } }],
};

for (const [what, [token, expected, world]] of Object.entries(early)) {
  test(`${what}: refused before the body is there`, async (t) => {
    const api = await givenApi(t, world);
    t.is(await begin(t, api, unfinished(token)), expected);
    t.is(await begin(t, api, unfinished(token, 'Expect: 100-continue\r\n')), expected, 'and no body is asked for');
  });
}

test('a client that waits to be asked for its body is asked, and answered', async (t) => {
  const api = await givenApi(t);
  const body = JSON.stringify({ projectId, prompt: 'a harbour', count: 1 });
  const headers = { expect: '100-continue' };
  const answer = await api.when({ method: 'POST', path: '/api/v1/image/storyboard-batch', body, headers });
  t.is(answer.status, 200);
});

test('a body without a token is at most an empty one', async (t) => {
  const api = await givenApi(t);
  const path = '/api/v1/openapi';
  t.is((await api.when({ path, token: null, body: {} })).status, 200);
  const large = await api.when({ path, token: null, body: `{${' '.repeat(limits.bodyBytesPublicMax)}}` });
  t.is(large.status, 413);
});

test('large bodies are judged like small ones', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'POST', path: '/api/v1/projects' };
  const script = 'x'.repeat(limits.bodyInlineBytesMax);
  t.is((await api.when({ ...ask, body: { name: 'A film', script } })).status, 200);
  t.is((await api.when({ ...ask, body: { name: 'A film' } })).status, 200);
  const [large, small] = api.application.calls.filter(({ name }) => name === 'createProject');
  t.deepEqual(large?.given[1], { name: 'A film', script });
  t.deepEqual(small?.given[1], { name: 'A film' });
  for (const more of [{}, { script }]) {
    const wrong = await api.when({ ...ask, body: { nam: 'A film', ...more } });
    thenRefused(t, wrong, 422, 'validation_failed');
    t.is((wrong.body['details'] as readonly unknown[]).length, 2);
    thenRefused(t, await api.when({ ...ask, body: `${JSON.stringify(more)},` }), 400, 'malformed_json');
  }
});

test('a script that is put has at most 1 MiB as a body, however its characters are written', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'PUT', path: `/api/v1/projects/${projectId}/script` };
  const around = '{"script":""}'.length;
  for (const [character, written] of [
    ['𝒳', '𝒳'],
    ['é', '\\u00e9'],
  ] as const) {
    const count = Math.floor((1_048_576 - around) / Buffer.byteLength(written));
    const bodyOf = (length: number): string => `{"script":"${written.repeat(length)}"}`;
    t.is((await api.when({ ...ask, body: bodyOf(count) })).status, 200, written);
    const given = api.application.calls.at(-1)?.given as readonly unknown[];
    t.true(given.includes(character.repeat(count)), written);
    thenRefused(t, await api.when({ ...ask, body: bodyOf(count + 1) }), 413, 'body_too_large', written);
  }
  const short = (length: number) => ({ script: 'x'.repeat(length) });
  t.is((await api.when({ ...ask, body: short(limits.scriptPutCharsMax) })).status, 200);
  const longer = short(limits.scriptPutCharsMax + 1);
  thenRefused(t, await api.when({ ...ask, body: longer }), 422, 'validation_failed');
});

test('the longest script is taken with its project', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'POST', path: '/api/v1/projects' };
  const bodyOf = (length: number) => ({ name: 'A film', script: '𝒳'.repeat(length) });
  t.is((await api.when({ ...ask, body: bodyOf(limits.scriptCharsMax) })).status, 200);
  const longer = bodyOf(limits.scriptCharsMax + 1);
  thenRefused(t, await api.when({ ...ask, body: longer }), 422, 'validation_failed');
});

test('a key remembers a large body by the same hash as a small one', async (t) => {
  const api = await givenApi(t);
  const ask = { method: 'POST', path: '/api/v1/image/generate', headers: { 'idempotency-key': 'k' } };
  const spaces = ' '.repeat(limits.bodyInlineBytesMax);
  for (const space of ['', spaces]) await api.when({ ...ask, body: `{${space}"prompt":"a harbour"}` });
  const [small, large] = api.application.calls.filter(({ name }) => name === 'generateImage');
  t.deepEqual(small?.given.at(-1), large?.given.at(-1));
  t.like(small?.given.at(-1), { key: 'k' });
});
