/** The conditions of an S3 store's URLs; test/contract/object-store-s3 shows that servers enforce them. */
import test from 'ava';
import {
  openS3ObjectStore,
  type S3ObjectStoreOptions,
} from '../../../../src/adapters/object-store-s3/open-object-store.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { ObjectStore } from '../../../../src/ports/object-store.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const KEY = 'ws_1/assets/00.png';
const window = limits.signedUrlWindowSeconds;

const open = (options: Partial<S3ObjectStoreOptions> = {}): ObjectStore & ReturnType<typeof createFakeClock> => {
  const time = createFakeClock();
  const settings = { endpoint: 'http://s3:9000', region: 'us-east-1', bucket: 'pi-1', accessKeyId: 'test' };
  return {
    ...openS3ObjectStore({ ...settings, secretAccessKey: 'testsecret', ...time, ...options }),
    ...time,
  };
};

const paramsOf = (url: string): Readonly<Record<string, string>> => Object.fromEntries(new URL(url).searchParams);

test('a URL leads to where clients reach the server', (t) => {
  t.true(open().signGet(KEY, 60).url.startsWith(`http://s3:9000/pi-1/${KEY}?`));
  const publicEndpoint = 'https://objects.example.com/';
  t.true(open({ publicEndpoint }).signGet(KEY, 60).url.startsWith(`https://objects.example.com/pi-1/${KEY}?`));
});

test('the URL of a key is the same in every process within a window, and tells when it ends', async (t) => {
  const [store, other] = [open(), open()];
  await other.advance(30_000);
  t.deepEqual(other.signGet(KEY, 900), store.signGet(KEY, 900));
  await store.advance(window * 1_000);
  t.notDeepEqual(store.signGet(KEY, 900), other.signGet(KEY, 900));
  for (const ttl of [1, 60, window, window + 1, limits.signedUrlTtlSeconds]) {
    const { url, expiresAt } = store.signGet(KEY, ttl);
    const { 'X-Amz-Date': date = '', 'X-Amz-Expires': lifetime } = paramsOf(url);
    const from = Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
    t.is(from + Number(lifetime) * 1_000, Date.parse(expiresAt));
    t.true(from <= store.clock.now() - window * 1_000, 'a server whose clock is behind takes it too');
  }
});

test('an upload is bound to type, size and a free key, and says what to send', (t) => {
  const store = open();
  const { url, headers } = store.signPut(KEY, { contentType: 'image/png', sizeMax: 5 }, 900);
  t.deepEqual(headers, { 'if-none-match': '*' });
  t.is(paramsOf(url)['X-Amz-SignedHeaders'], 'content-length;content-type;host;if-none-match');
  t.not(store.signPut(KEY, { contentType: 'image/png', sizeMax: 6 }, 900).url, url);
  const anySize = store.signPut(KEY, { contentType: 'image/png', sizeMax: 6, anySize: true }, 900);
  t.is(paramsOf(anySize.url)['X-Amz-SignedHeaders'], 'content-type;host;if-none-match');
  t.throws(() => store.signPut(KEY, { contentType: 'text/html', sizeMax: 5 }, 900), { instanceOf: BrokenInvariant });
  t.throws(() => store.signPut(KEY, { contentType: 'image/png', sizeMax: 0 }, 900), { instanceOf: BrokenInvariant });
});

test('an unsignable request, and impossible settings, are bugs', (t) => {
  for (const key of ['', '../x', 'ws_1/assets/a b.png', 'ws_1/assets/00.html']) {
    t.throws(() => open().signGet(key, 60), { instanceOf: BrokenInvariant }, key);
  }
  t.throws(() => open().signGet(KEY, 604_800), { instanceOf: BrokenInvariant });
  for (const endpoint of ['', 's3:9000', 'ftp://s3', 'http://s3/path', 'http://s3?x', 'http://user@s3']) {
    t.throws(() => open({ endpoint }), { instanceOf: BrokenInvariant }, endpoint);
    t.throws(() => open({ publicEndpoint: endpoint }), { instanceOf: BrokenInvariant }, endpoint);
  }
  for (const bucket of ['', 'ab', 'A-b', 'a/b', '../x']) {
    t.throws(() => open({ bucket }), { instanceOf: BrokenInvariant }, bucket);
  }
});
