/** A new object is not read back from the disk. */
import test from 'ava';
import { createRecentObjects } from '../../../../src/application/services/recent-objects.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import type { ObjectStore } from '../../../../src/ports/object-store.ts';

const keyOf = (content: string): string => `ws_1/assets/${sha256(content)}.png`;

const counting = () => {
  const stored = new Map<string, Uint8Array>();
  const calls: string[] = [];
  const objects: Pick<ObjectStore, 'put' | 'get' | 'read'> = {
    put: async (key, content, contentType) => {
      calls.push('put');
      const bytes = content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content.open()));
      stored.set(key, bytes);
      return { key, size: bytes.byteLength, contentType };
    },
    read: async function* read(key) {
      calls.push('read');
      yield await Promise.resolve(stored.get(key) ?? Buffer.alloc(0));
    },
    get: async (key) => {
      calls.push('get');
      const bytes = stored.get(key);
      return bytes === undefined ? Promise.reject(new Fault('not_found', key)) : Promise.resolve(bytes);
    },
  };
  return { objects, calls };
};

test('a known object is returned without a look, and put again without a write', async (t) => {
  const { objects, calls } = counting();
  const recent = createRecentObjects(objects, 100);
  const bytes = Buffer.from('abc');
  const info = { key: keyOf('abc'), size: 3, contentType: 'image/png' };
  t.deepEqual(await recent.put(keyOf('abc'), bytes, 'image/png'), info);
  t.is(await recent.get(keyOf('abc')), bytes);
  t.deepEqual(await recent.put(keyOf('abc'), bytes, 'image/png'), info);
  t.deepEqual(calls, ['put']);
  const other = createRecentObjects(objects, 100);
  t.is(await other.get(keyOf('abc')), bytes);
  t.is(await other.get(keyOf('abc')), bytes);
  t.deepEqual(calls, ['put', 'get']);
});

test('a failure is not cached', async (t) => {
  const { objects, calls } = counting();
  const recent = createRecentObjects(objects, 100);
  for (let i = 0; i < 2; i += 1) await t.throwsAsync(recent.get(keyOf('abc')), { name: 'Fault' });
  t.is(calls.length, 2);
  const full: typeof objects = { ...objects, put: async () => Promise.reject(new Fault('unavailable', 'full')) };
  const refusing = createRecentObjects(full, 100);
  for (let i = 0; i < 2; i += 1) {
    await t.throwsAsync(refusing.put(keyOf('abc'), Buffer.from('abc'), 'image/png'), { name: 'Fault' });
  }
});

test('the bytes are bounded, and the oldest go', async (t) => {
  const { objects, calls } = counting();
  const recent = createRecentObjects(objects, 10);
  for (const content of ['aaaa', 'bbbb']) await recent.put(keyOf(content), Buffer.from(content), 'image/png');
  await recent.get(keyOf('aaaa'));
  await recent.put(keyOf('cccc'), Buffer.from('cccc'), 'image/png');
  await recent.get(keyOf('aaaa'));
  await recent.get(keyOf('cccc'));
  t.deepEqual(calls, ['put', 'put', 'put']);
  await recent.get(keyOf('bbbb'));
  t.is(calls.at(-1), 'get');
  const large = keyOf('larger than all');
  await recent.put(large, Buffer.from('larger than all'), 'image/png');
  await recent.get(large);
  t.is(calls.at(-1), 'get');
});

test('only keys that name their content are kept', async (t) => {
  const { objects, calls } = counting();
  const recent = createRecentObjects(objects, 100);
  await recent.put('ws_1/uploads/plate.png', Buffer.from('abc'), 'image/png');
  await recent.get('ws_1/uploads/plate.png');
  t.deepEqual(calls, ['put', 'get']);
});

test('content that is not in memory is not cached', async (t) => {
  const { objects, calls } = counting();
  const recent = createRecentObjects(objects, 100);
  const open = async function* open() {
    yield Promise.resolve(Buffer.from('film'));
  };
  const key = keyOf('film');
  t.deepEqual(await recent.put(key, { size: 4, open }, 'image/png'), { key, size: 4, contentType: 'image/png' });
  t.is(Buffer.from(await recent.get(key)).toString(), 'film');
  t.deepEqual(calls, ['put', 'get']);
});
