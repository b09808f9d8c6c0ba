import test from 'ava';
import { createArtifacts } from '../../../../src/application/services/artifacts.ts';
import { canonicalJson, sha256 } from '../../../../src/kernel/canonical-json.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const WORKSPACE = 'ws_1';

/** A store that counts what is asked of it. */
const givenObjects = () => {
  const stored = new Map<string, Uint8Array>();
  const calls: string[] = [];
  const objects = {
    put: async (key: string, bytes: Uint8Array, contentType: string) => {
      calls.push('put');
      stored.set(key, bytes);
      return Promise.resolve({ key, size: bytes.byteLength, contentType });
    },
    get: async (key: string) => {
      calls.push('get');
      await Promise.resolve();
      const bytes = stored.get(key);
      if (bytes === undefined) throw new Fault('not_found', key);
      return bytes;
    },
  };
  return { objects, stored, calls };
};

test('an artifact is under the hash of its canonical form, in its workspace only', async (t) => {
  const { objects } = givenObjects();
  const artifacts = createArtifacts(objects);
  const hash = await artifacts.put(WORKSPACE, { b: 1, a: [2] });
  t.is(hash, sha256(canonicalJson({ a: [2], b: 1 })));
  t.deepEqual(await createArtifacts(objects).get(WORKSPACE, hash), { a: [2], b: 1 });
  t.is(await artifacts.get('ws_2', hash), undefined);
  t.is(await artifacts.get(WORKSPACE, '../../etc/passwd'), undefined);
});

const largest = {
  frames: Array.from({ length: 200 }, (_, index) => ({ title: `${index}`, prompt: 'é'.repeat(12_000) })),
};

test('a large artifact is written and read in many turns, and is the same', async (t) => {
  const { objects, stored } = givenObjects();
  let rests = 0;
  const turns = {
    due: async () => {
      rests += 1;
      await Promise.resolve();
    },
  };
  const hash = await createArtifacts(objects, 0, turns).put(WORKSPACE, largest);
  const whole = canonicalJson(largest);
  const slices = whole.length / limits.artifactSliceBytes;
  t.true(rests > slices / 2 && slices > 5, `${rests} rests`);
  t.is(hash, sha256(whole));
  t.deepEqual(
    [...stored.values()].map((bytes) => Buffer.from(bytes).toString()),
    [whole],
  );
  rests = 0;
  t.deepEqual(await createArtifacts(objects, 0, turns).get(WORKSPACE, hash), largest);
  t.true(rests > slices);
});

test('an object that an event names and the store lacks is lost, by its key', async (t) => {
  const artifacts = createArtifacts(givenObjects().objects);
  const hash = 'a'.repeat(64);
  t.is(await artifacts.get(WORKSPACE, hash), undefined);
  const error = await t.throwsAsync(artifacts.named(WORKSPACE, hash), { code: 'lost' });
  t.regex(error?.message ?? '', new RegExp(`${WORKSPACE}/artifacts/${hash} is not in the store`));
});

test('bytes with another hash are lost, and not kept', async (t) => {
  const { objects, stored } = givenObjects();
  const hash = await createArtifacts(objects).put(WORKSPACE, { a: 1 });
  for (const key of stored.keys()) stored.set(key, Buffer.from('{"a":2}'));
  const artifacts = createArtifacts(objects);
  await t.throwsAsync(artifacts.get(WORKSPACE, hash), { code: 'lost' });
  await t.throwsAsync(artifacts.get(WORKSPACE, hash), { code: 'lost' });
});

test('concurrent reads of an artifact read it once, and then it is cached, of any size', async (t) => {
  const { objects, calls } = givenObjects();
  const large = { prompts: 'x'.repeat(1_000_000) };
  const hash = await createArtifacts(objects).put(WORKSPACE, large);
  const artifacts = createArtifacts(objects, 2_000_000);
  const got = await Promise.all(Array.from({ length: 8 }, async () => artifacts.get(WORKSPACE, hash)));
  t.deepEqual(new Set(got).size, 1);
  t.is(await artifacts.get(WORKSPACE, hash), got[0]);
  t.is(await artifacts.put(WORKSPACE, large), hash);
  t.deepEqual(calls, ['put', 'get']);
});

test('together they take no more than the bound: what was used longest ago goes first', async (t) => {
  const { objects, calls } = givenObjects();
  const artifacts = createArtifacts(objects, 250);
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(async (text) => artifacts.put(WORKSPACE, text.repeat(98))));
  calls.length = 0;
  await artifacts.get(WORKSPACE, b ?? '');
  await artifacts.get(WORKSPACE, c ?? '');
  t.deepEqual(calls, []);
  await artifacts.get(WORKSPACE, a ?? '');
  t.deepEqual(calls, ['get'], 'the first is read anew');
  await artifacts.get(WORKSPACE, c ?? '');
  t.deepEqual(calls, ['get']);
  await artifacts.get(WORKSPACE, b ?? '');
  t.deepEqual(calls, ['get', 'get'], 'and took the place of the second');
});

test('one that is larger than the bound is given, not kept, and drives out no other', async (t) => {
  const { objects, calls } = givenObjects();
  const artifacts = createArtifacts(objects, 10);
  const small = await artifacts.put(WORKSPACE, 1);
  const hash = await artifacts.put(WORKSPACE, 'x'.repeat(20));
  t.is(await artifacts.get(WORKSPACE, hash), 'x'.repeat(20));
  await artifacts.get(WORKSPACE, hash);
  t.is(await artifacts.get(WORKSPACE, small), 1);
  t.deepEqual(calls, ['put', 'put', 'get', 'get']);
});
