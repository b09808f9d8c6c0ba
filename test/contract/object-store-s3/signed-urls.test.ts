/** Our signed URLs on a real S3 server, beyond the contract of every store. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import test from 'ava';
import { createClient } from '../../../src/adapters/object-store-s3/client.ts';
import { givenS3, makeBucket } from '../../support/servers/s3.ts';
import { requireServer } from '../../support/servers/require.ts';
import { download, openStore, upload } from './subject.ts';

const PNG = 'image/png';
const bytes = Buffer.from('12345');
const newKey = (): string => `ws_${randomBytes(10).toString('hex')}/users/u1/r1.png`;

const endpoint = requireServer(test, 's3');
if (endpoint !== undefined) {
  const settings = givenS3(endpoint);
  test.before(async () => makeBucket(settings));

  test('an upload takes the size that was signed, and no other', async (t) => {
    const store = openStore(settings);
    const key = newKey();
    const signed = store.signPut(key, { contentType: PNG, sizeMax: bytes.length }, 900);
    for (const other of ['', '1234', '123456']) t.true((await upload(signed, Buffer.from(other), PNG)) >= 400, other);
    t.is(await store.head(key), undefined);
    t.is(await upload(signed, bytes, PNG), 200);
    t.deepEqual(await store.head(key), { key, size: bytes.length, contentType: PNG });
    t.like(await download(store.signGet(key, 60).url), { status: 200, contentType: PNG });
  });

  test('an upload that leaves out the condition, or changes it, is refused', async (t) => {
    const store = openStore(settings);
    const key = newKey();
    const { url, headers } = store.signPut(key, { contentType: PNG, sizeMax: bytes.length }, 900);
    t.true((await upload({ url }, bytes, PNG)) >= 400);
    t.true((await upload({ url, headers: { 'if-none-match': '"1"' } }, bytes, PNG)) >= 400);
    t.is(await store.head(key), undefined);
    t.is(await upload({ url, ...(headers && { headers }) }, bytes, PNG), 200);
    t.is(await upload({ url, ...(headers && { headers }) }, bytes, PNG), 412);
  });

  test('URLs end; those of a clock that is ahead hold', async (t) => {
    const at = (offsetMs: number) => openStore(settings, { clock: { now: () => Date.now() + offsetMs } });
    const store = at(0);
    const key = newKey();
    const rules = { contentType: PNG, sizeMax: bytes.length };
    t.true((await upload(at(-910_000).signPut(key, rules, 900), bytes, PNG)) >= 400);
    t.is(await store.head(key), undefined);
    t.is(await upload(at(120_000).signPut(key, rules, 900), bytes, PNG), 200);
    t.is((await download(at(120_000).signGet(key, 60).url)).status, 200);
    t.true((await download(at(-1_000_000).signGet(key, 60).url)).status >= 400);
  });

  // So uploads are awaited for long after their URL (decision 0126).
  test('an upload that began before its URL ended is taken however late it ends', async (t) => {
    const store = openStore(settings);
    const key = newKey();
    // Servers read a small body as a whole before they look at the URL.
    const large = Buffer.alloc(3_000_000);
    const { url, headers } = store.signPut(key, { contentType: PNG, sizeMax: large.length }, 2);
    const slow = async function* slow() {
      yield large.subarray(1);
      await wait(3_500);
      yield large.subarray(0, 1);
    };
    const length = { 'Content-Length': String(large.length), 'Content-Type': PNG };
    const call = request(url, { method: 'PUT', headers: { ...headers, ...length } });
    Readable.from(slow()).pipe(call);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    t.is(answer.resume().statusCode, 200);
    t.is(await upload({ url, ...(headers && { headers }) }, large, PNG), 403, 'the URL has ended');
    t.like(await store.head(key), { size: large.length });
  });

  test('an object that was copied in without its type is answered with the type of its name', async (t) => {
    const client = createClient(settings);
    const key = newKey();
    await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: key, Body: bytes }));
    client.destroy();
    t.like(await download(openStore(settings).signGet(key, 60).url), { status: 200, contentType: PNG });
  });

  test('a URL of other credentials is refused', async (t) => {
    const key = newKey();
    const store = openStore(settings, { secretAccessKey: 'another' });
    t.is((await download(store.signGet(key, 60).url)).status, 403);
    const signed = store.signPut(key, { contentType: PNG, sizeMax: bytes.length }, 900);
    t.is(await upload(signed, bytes, PNG), 403);
  });
}
