/** Bytes on a socket that no client library would send. */
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { serverOptions } from '../../../src/http/server.ts';
import { answerClientError } from '../../../src/http/transport/client-error.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { type Api, givenApi } from '../../spec/api-spec.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import { listening } from '../../support/http/listening.ts';

/** Everything that comes back until the server closes or falls silent, as raw text. */
const raw = async ({ port }: Pick<Api, 'port'>, ...parts: readonly (string | Buffer)[]): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const socket: Socket = connect(port, '127.0.0.1', () => parts.forEach((part) => socket.write(part)));
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(text));
  // A whole answer: its declared length has arrived.
  socket.on('data', () => {
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    const head = text.indexOf('\r\n\r\n');
    if (head !== -1 && length !== undefined && text.length >= head + 4 + Number(length)) socket.end();
  });
  return promise;
};

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
const bodyOf = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Readonly<Record<string, unknown>>;

const auth = `Authorization: Bearer ${tokenOf('alice')}\r\n`;
const post = (headers: string, body: string): string =>
  `POST /api/v1/image/generate HTTP/1.1\r\nHost: a\r\n${auth}Content-Type: application/json\r\n${headers}\r\n${body}`;
const get = (headers: string, path = '/api/v1/projects'): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;

const smuggling: Readonly<Record<string, string>> = {
  'length and chunks': post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  'two lengths': post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '),
  'a signed length': post('Content-Length: +2\r\n', '{}'),
  'a negative length': post('Content-Length: -2\r\n', '{}'),
  'a length in hex': post('Content-Length: 0x2\r\n', '{}'),
  'an unknown coding': post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
  'chunked and then identity': post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
  'a space before the colon': post('Content-Length : 2\r\n', '{}'),
  'bare line feeds': 'POST /api/v1/image/generate HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}',
  'a folded line': get('Host: a\r\nX-A: 1\r\n 2\r\n'),
  'NUL in a value': get('Host: a\r\nX-A: a\0b\r\n'),
  'no HTTP': 'HELO there\r\n\r\n',
  'a path that is no ASCII': get('Host: a\r\n', '/é'),
  'two hosts': get(`Host: a\r\nHost: b\r\n${auth}`),
  'two equal hosts': get(`Host: a\r\nHost: a\r\n${auth}`),
  'no host': get(auth),
  'two workspaces': get(`Host: a\r\nX-Workspace-Id: a\r\nX-Workspace-Id: b\r\n${auth}`),
  'two types': post('Content-Type: application/json\r\nContent-Length: 2\r\n', '{}'),
  'no position': get(`Host: a\r\nIf-Position-At-Least: $ne\r\n${auth}`),
};

for (const [what, bytes] of Object.entries(smuggling)) {
  test(`400: ${what}`, async (t) => {
    const api = await givenApi(t);
    const text = await raw(api, bytes);
    t.is(statusOf(text), 400, text);
    t.like(bodyOf(text), { ok: false, code: 'malformed_request', noCreditsSpent: true, no_credits_spent: true });
    t.regex(text, /x-request-id: rid_/i);
    t.deepEqual(api.application.calls, []);
  });
}

test('a Host is for routing only: nothing is built from it', async (t) => {
  const api = await givenApi(t);
  for (const host of ['evil.com:fake@legit.com', '', '[', '127.0.0.1:99999']) {
    const text = await raw(api, get(`Host: ${host}\r\n${auth}`));
    t.is(statusOf(text), 200, host);
    t.false(text.includes('evil'));
  }
});

test('HTTP/1.0 and absolute targets are taken, unknown expectations ignored', async (t) => {
  const api = await givenApi(t);
  t.is(statusOf(await raw(api, `GET /health/live HTTP/1.0\r\n\r\n`)), 200);
  t.is(statusOf(await raw(api, get(`Host: a\r\n${auth}`, 'http://elsewhere/api/v1/projects'))), 200);
  t.is(statusOf(await raw(api, get(`Host: a\r\nExpect: miracles\r\n${auth}`))), 200);
  t.is(statusOf(await raw(api, get(`Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${auth}`))), 200);
});

test('header sections are bounded, in bytes and in number', async (t) => {
  const api = await givenApi(t);
  const long = await raw(api, get(`Host: a\r\nX-A: ${'a'.repeat(limits.headerBytesMax + 1_000)}\r\n`));
  t.is(statusOf(long), 431);
  t.like(bodyOf(long), { code: 'headers_too_large', noCreditsSpent: true });
  const many = Array.from({ length: 1_900 }, (_, i) => `X-${i}: 1\r\n`).join('');
  t.is(statusOf(await raw(api, get(`Host: a\r\n${many}${auth}`))), 431);
});

test('a body is bounded, whether its size is declared, streamed or a lie', async (t) => {
  const api = await givenApi(t);
  const size = limits.bodyBytesMax + 1;
  const declared = await raw(api, post(`Content-Length: ${size}\r\n`, ''), Buffer.alloc(size, 32));
  t.is(statusOf(declared), 413);
  const chunk = `${size.toString(16)}\r\n`;
  const streamed = await raw(
    api,
    post('Transfer-Encoding: chunked\r\n', chunk),
    Buffer.alloc(size, 32),
    '\r\n0\r\n\r\n',
  );
  t.is(statusOf(streamed), 413);
  t.is(bodyOf(streamed)['code'], 'body_too_large');
  const chunks = '3\r\n{"p\r\n5\r\nrompt\r\n6\r\n":"x"}\r\n0\r\n\r\n';
  t.is(statusOf(await raw(api, post('Transfer-Encoding: chunked\r\n', chunks))), 200);
  t.is(statusOf(await raw(api, post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n'))), 400, 'chunks of nothing');
});

test('after a body that was too large the same connection is of use', async (t) => {
  const api = await givenApi(t);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(api.port, '127.0.0.1', () => {
    socket.write(post(`Content-Length: ${limits.bodyBytesMax + 1}\r\n`, ''));
    socket.write(Buffer.alloc(limits.bodyBytesMax + 1, 32));
    socket.write(get(`Host: a\r\nConnection: close\r\n${auth}`));
  });
  socket.on('data', (part: Buffer) => (text += part.toString()));
  socket.on('close', () => resolve(text));
  t.deepEqual(
    (await promise).match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)),
    ['413', '200'],
  );
});

for (const [what, sent] of Object.entries({
  'its headers': 'GET / HTTP/1.1\r\nX',
  'its body': post('Content-Length: 9\r\n', '{'),
})) {
  test(`a client that is too slow with ${what} is told so, and let go`, async (t) => {
    const impatient = { headersTimeout: 40, requestTimeout: 80, connectionsCheckingInterval: 10 };
    const server = createServer({ ...serverOptions, ...impatient }, (request) => request.resume());
    server.on('clientError', (error, socket) => answerClientError(error, socket, 'rid_1'));
    const text = await raw(await listening(t, server), sent);
    t.is(statusOf(text), 408);
    t.like(bodyOf(text), { code: 'request_timeout', retryable: true, noCreditsSpent: true, requestId: 'rid_1' });
  });
}

test('the server takes its bounds from the limits', (t) => {
  t.like(serverOptions, {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckMs,
    keepAliveTimeout: limits.keepAliveMs,
  });
});

test('pipelined requests are answered in their order', async (t) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const api = await givenApi(t);
  let text = '';
  const socket = connect(api.port, '127.0.0.1', () =>
    socket.write(`${get(`Host: a\r\n${auth}`)}${get(`Host: a\r\nConnection: close\r\n${auth}`, '/api/v1/nothing')}`),
  );
  socket.on('data', (part: Buffer) => (text += part.toString()));
  socket.on('close', () => resolve(text));
  t.deepEqual(
    (await promise).match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)),
    ['200', '404'],
  );
});

test('a client that goes away in the middle of its body harms no other', async (t) => {
  const api = await givenApi(t);
  const socket = connect(api.port, '127.0.0.1', () => {
    socket.write(post('Content-Length: 100\r\n', '{'));
    socket.destroy();
  });
  await new Promise((resolve) => socket.once('close', resolve));
  t.is((await api.when({ path: '/api/v1/projects' })).status, 200);
  t.deepEqual(api.fatal, []);
});
