/** A real S3 server that is not there, not there yet, gone, or not ours. */
import test from 'ava';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { makeBucket, startS3 } from '../../support/servers/s3.ts';
import { requirePrograms } from '../../support/servers/require.ts';
import { rejectsWith } from '../samples.ts';
import { openStore } from './subject.ts';

const JSON_TYPE = 'application/json';
const bytes = Buffer.from('{"n":1}');
const key = `ws_1/artifacts/${sha256(bytes)}`;

if (requirePrograms(test, 's3') !== undefined) {
  test('a server that is killed, or down when the store is opened, is unavailable until it is back', async (t) => {
    const server = await startS3(t);
    await makeBucket(server.settings);
    const before = openStore(server.settings);
    await before.put(key, bytes, JSON_TYPE);
    await server.signal('KILL');
    const store = openStore(server.settings);
    for (const one of [before, store]) {
      await rejectsWith(t, one.get(key), 'unavailable');
      await rejectsWith(t, one.head(key), 'unavailable');
      await rejectsWith(t, one.put(key, bytes, JSON_TYPE), 'unavailable');
      await rejectsWith(t, one.ping(), 'unavailable');
    }
    await server.up();
    for (const one of [before, store]) {
      await one.ping();
      t.is(Buffer.compare(await one.get(key), bytes), 0, 'what was put has outlived the server');
      t.like(await one.put(key, bytes, JSON_TYPE), { key });
      await one.close();
    }
  });

  test('a frozen server answers late, and each object is stored once', async (t) => {
    const server = await startS3(t);
    await makeBucket(server.settings);
    const store = openStore(server.settings);
    await store.ping();
    await server.signal('STOP');
    const puts = Promise.all([1, 2, 3].map(async () => store.put(key, bytes, JSON_TYPE)));
    await server.signal('CONT');
    for (const info of await puts) t.deepEqual(info, { key, size: bytes.length, contentType: JSON_TYPE });
    await store.close();
  });

  test('wrong credentials and a missing bucket are told by name, and are never "not there"', async (t) => {
    const { settings } = await startS3(t);
    await makeBucket(settings);
    const elsewhere = openStore(settings, { bucket: 'pi-nowhere' });
    const stranger = openStore(settings, { secretAccessKey: 'another' });
    for (const store of [elsewhere, stranger]) {
      await rejectsWith(t, store.get(key), 'unavailable');
      await rejectsWith(t, store.head(key), 'unavailable');
      await rejectsWith(t, store.put(key, bytes, JSON_TYPE), 'unavailable');
    }
    await t.throwsAsync(elsewhere.ping(), { message: 'the object store has no bucket pi-nowhere' });
    await t.throwsAsync(stranger.get(key), { message: 'the object store answered 403 SignatureDoesNotMatch' });
    await t.throwsAsync(openStore(settings, { accessKeyId: 'nobody' }).get(key), { message: /answered 40\d \w+$/ });
  });
}
