/** Parts of an object, conditions on it, and clients that leave: what players and browsers ask of a signed URL. */
import { connect } from 'node:net';
import test from 'ava';
import type { HttpDependencies } from '../../../src/http/dependencies.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import { eventually } from '../../support/kernel/eventually.ts';

type Stream = NonNullable<HttpDependencies['signedObjects']>['stream'];

const bytes = Buffer.from('0123456789');
const key = `ws_1/assets/${sha256(bytes)}.mp4`;
const unnamed = 'ws_1/users/u1/r1.mp4';
const etag = `"${sha256(bytes)}"`;

const ranged: Stream = async function* ranged(_, { start, end } = { start: 0, end: bytes.length - 1 }) {
  yield bytes.subarray(start, start + 1);
  if (end > start) yield bytes.subarray(start + 1, end + 1);
};

const objects = (stream: Stream = ranged): Pick<HttpDependencies, 'objectStore' | 'signedObjects'> => ({
  objectStore: {
    signGet: () => ({ url: '', expiresAt: '' }),
    signPut: () => ({ url: '', expiresAt: '' }),
    head: async (asked) => ({ key: asked, size: bytes.length, contentType: 'video/mp4' }),
  },
  signedObjects: {
    verifySignature: (_, target) => {
      const [path = ''] = target.split('?');
      return { method: 'GET', key: path.replace('/api/v1/objects/', ''), contentType: 'video/mp4', expiresAt: 0 };
    },
    receive: async () => {
      throw new Fault('conflict', 'no upload is taken here');
    },
    stream,
  },
});

const path = `/api/v1/objects/${key}?signed`;

test('a range is answered with its bytes alone', async (t) => {
  const api = await givenApi(t, objects());
  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=3-', 3, 9],
    ['bytes=-4', 6, 9],
    ['bytes=9-200', 9, 9],
  ] as const) {
    const answer = await api.when({ path, token: null, headers: { range } });
    t.is(answer.status, 206, range);
    t.is(answer.text, bytes.subarray(start, end + 1).toString(), range);
    t.like(answer.headers, {
      'content-range': `bytes ${start}-${end}/10`,
      'content-length': String(end - start + 1),
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      etag,
      'content-disposition': 'inline',
    });
  }
});

test('a range that the object does not reach is a 416, with its size', async (t) => {
  const api = await givenApi(t, objects());
  const answer = await api.when({ path, token: null, headers: { range: 'bytes=10-' } });
  thenRefused(t, answer, 416, 'range_not_satisfiable');
  t.is(answer.headers['content-range'], 'bytes */10');
});

test('the whole is answered without a single range, and where its copy is another', async (t) => {
  const api = await givenApi(t, objects());
  const asked: readonly Readonly<Record<string, string>>[] = [
    {},
    { range: 'bytes=0-1,4-5' },
    { range: 'lines=0-1' },
    { range: 'bytes=0-1', 'if-range': '"other"' },
  ];
  for (const headers of asked) {
    const answer = await api.when({ path, token: null, headers });
    t.is(answer.status, 200);
    t.is(answer.text, bytes.toString());
    t.like(answer.headers, { 'accept-ranges': 'bytes', etag, 'content-length': '10' });
    t.is(answer.headers['content-range'], undefined);
  }
  const same = await api.when({ path, token: null, headers: { range: 'bytes=0-1', 'if-range': etag } });
  t.is(same.status, 206);
});

test('HEAD tells the size and the tag, and reads nothing', async (t) => {
  const api = await givenApi(
    t,
    objects(() => {
      throw new Error('it reads');
    }),
  );
  for (const headers of [{}, { range: 'bytes=0-1' }]) {
    const answer = await api.when({ method: 'HEAD', path, token: null, headers });
    t.is(answer.status, 200);
    t.like(answer.headers, { 'accept-ranges': 'bytes', etag, 'content-length': '10' });
  }
});

test('the copy that a client has is not sent, nor read, again', async (t) => {
  const api = await givenApi(
    t,
    objects(() => {
      throw new Error('it reads');
    }),
  );
  for (const method of ['GET', 'HEAD']) {
    const headers = { 'if-none-match': etag, range: 'bytes=0-1' };
    const answer = await api.when({ method, path, token: null, headers });
    t.is(answer.status, 304);
    t.is(answer.text, '');
    t.like(answer.headers, { etag, 'cache-control': 'private, max-age=300, immutable' });
  }
});

test('an object that no hash names has ranges, and no tag', async (t) => {
  const api = await givenApi(t, objects());
  const headers = { range: 'bytes=0-1', 'if-none-match': '*' };
  const answer = await api.when({ path: `/api/v1/objects/${unnamed}?signed`, token: null, headers });
  t.is(answer.status, 206);
  t.is(answer.headers.etag, undefined);
});

test('a client that hangs up before the first byte ends the work for it', async (t) => {
  const signals: AbortSignal[] = [];
  const api = await givenApi(
    t,
    objects(async function* waiting(_key, _range, signal) {
      if (signal === undefined) throw new Error('there is no signal');
      signals.push(signal);
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new Fault('cancelled', 'the reader has gone')));
      yield promise;
    }),
  );
  const socket = connect(api.port, '127.0.0.1');
  // Of pipelined requests, too: only the first of them has the socket.
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3));
  await eventually('the requests wait', () => signals.length === 3);
  t.false(signals.some(({ aborted }) => aborted));
  socket.destroy();
  await eventually('the store hears of it', () => signals.every(({ aborted }) => aborted));
  t.deepEqual(api.fatal, []);
});

test('a client of a preview that hangs up before the first byte ends the work for it', async (t) => {
  const signals: AbortSignal[] = [];
  const api = await givenApi(t, {
    application: {
      previewPicture: async (_caller, _url, signal) => {
        signals.push(signal);
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(new Fault('cancelled', 'the reader has gone')));
        return promise;
      },
    },
  });
  const socket = connect(api.port, '127.0.0.1');
  const asked = 'GET /api/v1/storage/preview?url=https%3A%2F%2Fa.test%2Fb.png HTTP/1.1';
  socket.write(`${asked}\r\nHost: x\r\nAuthorization: Bearer ${tokenOf('alice')}\r\n\r\n`);
  await eventually('the request waits', () => signals.length === 1);
  t.false(signals[0]?.aborted);
  socket.destroy();
  await eventually('the use case hears of it', () => signals[0]?.aborted === true);
  t.deepEqual(api.fatal, []);
});
