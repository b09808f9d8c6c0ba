/** The contract of every object store: see src/ports/object-store.ts. */
import { Fault } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { Checks } from './check.ts';
import {
  JSON_TYPE,
  newObject,
  newSamples,
  newWorkspace,
  type ObjectSubject,
  pieces,
} from './checks/object-store-support.ts';
import { removing } from './checks/object-store-removing.ts';
import { collect, rejectsWith } from './samples.ts';

export const objectStoreChecks: Checks<ObjectSubject> = {
  'what was put is there: bytes, size and type': async (t, { store, another }) => {
    for (const { key, bytes, type, info } of newSamples()) {
      t.deepEqual(await store.put(key, bytes, type), info);
      for (const one of [store, await another()]) {
        t.deepEqual(await one.head(key), info);
        t.is(Buffer.compare(await one.get(key), bytes), 0);
      }
    }
  },
  'an object is read in chunks, from its beginning each time': async (t, { store, another }) => {
    for (const { key, bytes, type } of newSamples()) {
      await store.put(key, bytes, type);
      for (const one of [store, await another(), store]) {
        t.is(Buffer.compare(Buffer.concat(await collect(one.read(key))), bytes), 0);
      }
    }
    for (const unknown of ['ws_1/assets/00.png', '../../etc/passwd']) {
      await rejectsWith(t, collect(store.read(unknown)), 'not_found', unknown);
    }
  },
  'nothing is read for a reader that has gone': async (t, { store, another }) => {
    for (const { key, bytes, type } of newSamples()) {
      await store.put(key, bytes, type);
      await collect(store.read(key, new AbortController().signal));
      for (const one of [store, await another()]) {
        await rejectsWith(t, collect(one.read(key, AbortSignal.abort())), 'cancelled');
      }
    }
  },
  'a put of a key that is there succeeds, and changes nothing': async (t, { store, another }) => {
    const { key, bytes } = newObject('{"a":1}');
    const first = await store.put(key, bytes, JSON_TYPE);
    t.deepEqual(await store.put(key, bytes, JSON_TYPE), first);
    t.deepEqual(await (await another()).put(key, bytes, JSON_TYPE), first);
    t.is(Buffer.compare(await store.get(key), bytes), 0);
  },
  'content that is read piece by piece is stored as it is, and once': async (t, { store, another }) => {
    for (const { key, bytes, type, info } of newSamples()) {
      t.deepEqual(await store.put(key, pieces(bytes), type), info);
      const other = await another();
      t.is(Buffer.compare(await other.get(key), bytes), 0);
      t.deepEqual(await other.put(key, pieces(bytes), type), info);
      t.is(await store.inspect(key), 'whole');
    }
  },
  'content that does not match its key is not stored': async (t, { store }) => {
    const { key, bytes } = newObject('p'.repeat(700_000), 'image/png');
    const changed = Buffer.from(bytes);
    changed[3] = 0;
    for (const wrong of [changed, bytes.subarray(1), Buffer.concat([bytes, bytes.subarray(0, 1)])]) {
      const content = { ...pieces(wrong), size: bytes.byteLength };
      await rejectsWith(t, store.put(key, content, 'image/png'), 'corrupt');
      t.is(await store.head(key), undefined);
    }
    const breaksOff = async function* breaksOff() {
      yield* pieces(bytes.subarray(0, 1_000)).open();
      throw new Fault('unavailable', 'the provider hung up');
    };
    const put = store.put(key, { size: bytes.byteLength, open: breaksOff }, 'image/png');
    await rejectsWith(t, put, 'unavailable');
    t.is(await store.head(key), undefined);
  },
  'what is there is whole, and what is not is missing': async (t, { store, another }) => {
    for (const { key, bytes, type } of newSamples()) {
      t.is(await store.inspect(key), 'missing');
      await store.put(key, bytes, type);
      t.is(await (await another()).inspect(key), 'whole');
    }
    t.is(await store.inspect('../../etc/passwd'), 'missing');
  },
  'an unknown key is not found, whatever it looks like': async (t, { store }) => {
    const unknown = [
      'ws_1/artifacts/00',
      'ws_1/assets/00.png',
      '',
      '/',
      '..',
      '../../etc/passwd',
      'ws_1/../ws_2/x',
      'ws_1/artifacts/',
      'ws_1/artifacts',
      'ws_1/assets/%2e%2e/x',
      'ws_1/assets/a b.png',
      'ws_1/assets/\u0000.png',
      '__proto__/a/b',
      'x'.repeat(100_000),
    ];
    for (const key of unknown) {
      await rejectsWith(t, store.get(key), 'not_found', key.slice(0, 40));
      t.is(await store.head(key), undefined, key.slice(0, 40));
    }
  },
  'workspaces do not meet, even over equal content': async (t, { store }) => {
    const [here, elsewhere] = [newObject('{"shared":true}'), newObject('{"shared":true}')];
    await store.put(here.key, here.bytes, JSON_TYPE);
    t.is(await store.head(elsewhere.key), undefined);
    await rejectsWith(t, store.get(elsewhere.key), 'not_found');
  },
  'many puts of one key at once, from two processes, all succeed': async (t, { store, another }) => {
    const other = await another();
    const { key, bytes, type, info } = newObject('x'.repeat(100_000), 'image/png');
    const all = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (i % 2 === 0 ? store : other).put(key, bytes, type)),
    );
    for (const one of all) t.deepEqual(one, info);
    t.is(Buffer.compare(await other.get(key), bytes), 0);
  },
  'a reader meets the whole object or none': async (t, { store, another }) => {
    const reader = await another();
    const { key, bytes, type } = newObject('y'.repeat(2_000_000), 'image/png');
    const writing = store.put(key, bytes, type);
    try {
      let info = await reader.head(key);
      while (info === undefined) info = await reader.head(key);
      t.is(info.size, bytes.byteLength);
      t.is(Buffer.compare(await reader.get(key), bytes), 0);
    } finally {
      await writing;
    }
  },
  ...removing,
  'a signed URL gives the object to anyone': async (t, { store, download }) => {
    for (const { key, bytes, type } of newSamples()) {
      await store.put(key, bytes, type);
      const answer = await download(store.signGet(key, 60).url);
      t.like(answer, { status: 200, contentType: type });
      t.is(Buffer.compare(answer.bytes ?? Buffer.alloc(0), bytes), 0);
    }
  },
  'a signed URL lives as long as was asked, rounded up to a window, and is the same within it': async (
    t,
    { store, now, advance },
  ) => {
    const workspace = newWorkspace();
    const key = `${workspace}/assets/00.png`;
    for (const ttl of [1, 60, 900, limits.signedUrlTtlSeconds]) {
      const { expiresAt } = store.signGet(key, ttl);
      t.regex(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const left = (Date.parse(expiresAt) - now()) / 1_000;
      t.true(left >= ttl - 1 && left <= ttl + limits.signedUrlWindowSeconds, `${ttl}: ${left}`);
    }
    if (advance === undefined) return;
    // Now to where an expiry 60 s ahead is just past the start of a window. From there to just before its end.
    const window = limits.signedUrlWindowSeconds * 1_000;
    await advance(window - ((now() + 60_000) % window) + 1);
    const first = store.signGet(key, 60);
    await advance(window - 1);
    t.deepEqual(store.signGet(key, 60), first);
    await advance(1);
    t.notDeepEqual(store.signGet(key, 60), first);
    t.not(store.signGet(`${workspace}/assets/01.png`, 60).url, store.signGet(key, 60).url);
  },
  'a signed URL ends, and holds for nothing but what was signed': async (t, { store, download, upload, advance }) => {
    const workspace = newWorkspace();
    const [one, two] = [newObject('{"n":1}', JSON_TYPE, workspace), newObject('{"n":2}', JSON_TYPE, workspace)];
    for (const { key, bytes } of [one, two]) await store.put(key, bytes, JSON_TYPE);
    const signed = store.signGet(one.key, 60);
    const { url } = signed;
    t.is((await download(url)).status, 200);
    t.true((await download(url.replace(one.key, two.key))).status >= 400);
    t.true((await download(url.slice(0, url.indexOf('?')))).status >= 400);
    t.true((await download(url.slice(0, -3))).status >= 400);
    t.true((await upload(signed, one.bytes, JSON_TYPE)) >= 400);
    if (advance === undefined) return;
    await advance((60 + limits.signedUrlWindowSeconds) * 1_000);
    t.true((await download(url)).status >= 400);
  },
  'an upload is taken once': async (t, { store, upload, download }) => {
    const key = `${newWorkspace()}/users/u1/r1.png`;
    const bytes = Buffer.from('a picture');
    const signed = store.signPut(key, { contentType: 'image/png', sizeMax: bytes.byteLength }, 900);
    t.true((await download(signed.url)).status >= 400);
    t.true((await upload(signed, bytes, 'image/png')) < 300);
    t.deepEqual(await store.head(key), { key, size: bytes.byteLength, contentType: 'image/png' });
    t.true((await upload(signed, Buffer.from('another 1'), 'image/png')) >= 400);
    t.is(Buffer.compare(await store.get(key), bytes), 0);
  },
  'an upload that is too large, of another type or too late is refused': async (t, { store, upload, advance }) => {
    const key = `${newWorkspace()}/users/u1/r2.png`;
    const signed = store.signPut(key, { contentType: 'image/png', sizeMax: 5 }, 900);
    t.true((await upload(signed, Buffer.from('123456'), 'image/png')) >= 400);
    t.true((await upload(signed, Buffer.from('12345'), 'text/html')) >= 400);
    t.is(await store.head(key), undefined);
    if (advance === undefined) return;
    await advance(901_000);
    t.true((await upload(signed, Buffer.from('12345'), 'image/png')) >= 400);
    t.is(await store.head(key), undefined);
  },
  'close may be called twice': async (t, { store }) => {
    await store.close();
    await t.notThrowsAsync(store.close());
  },
};
