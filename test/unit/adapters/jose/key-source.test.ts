import test from 'ava';
import { errors } from 'jose';
import { createKeySource, type KeySource } from '../../../../src/adapters/jose/key-source.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock, type FakeClock } from '../../../support/kernel/fake-clock.ts';
import { createTestKey, jwksOf, type TestKey } from '../../../support/http/issuer.ts';

const [old, young] = [createTestKey('EdDSA', 'old'), createTestKey('EdDSA', 'young')];

type Endpoint = { answer: () => Promise<string>; loads: number };

const open = (...keys: TestKey[]): { keys: KeySource; endpoint: Endpoint; time: FakeClock } => {
  const time = createFakeClock();
  const endpoint: Endpoint = { answer: async () => jwksOf(...keys), loads: 0 };
  const load = async (): Promise<string> => {
    endpoint.loads += 1;
    return endpoint.answer();
  };
  return { keys: createKeySource({ load, clock: time.clock }), endpoint, time };
};

const down = async (): Promise<string> => Promise.reject(new Error('ECONNREFUSED'));
const header = (kid: string, alg = 'EdDSA') => ({ alg, kid });
const isUnknown = (error: unknown): boolean => error instanceof errors.JWKSNoMatchingKey;

test('keys are loaded when they are first needed, once', async (t) => {
  const { keys, endpoint } = open(old);
  t.is(endpoint.loads, 0);
  await Promise.all(Array.from({ length: 20 }, async () => keys.keyFor(header('old'))));
  await keys.keyFor(header('old'));
  t.is(endpoint.loads, 1);
});

test('without any keys it cannot tell, and asks again only after a pause', async (t) => {
  const { keys, endpoint, time } = open(old);
  endpoint.answer = down;
  for (let i = 0; i < 100; i += 1) t.true(isFault(await t.throwsAsync(keys.keyFor(header('old'))), 'unavailable'));
  t.is(endpoint.loads, 1);
  endpoint.answer = async () => jwksOf(old);
  await time.advance(limits.jwksRetryMs);
  await t.notThrowsAsync(keys.keyFor(header('old')));
});

test('a malformed key set counts as none', async (t) => {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"keys":{}}',
    '{"keys":[1]}',
    '<html>',
    ' '.repeat(limits.jwksBytesMax + 1),
  ];
  for (const text of texts) {
    const { keys, endpoint } = open();
    endpoint.answer = async () => text;
    t.true(isFault(await t.throwsAsync(keys.keyFor(header('old'))), 'unavailable'), text.slice(0, 20));
  }
});

test('a key that is rotated in is found at once, unless keys were asked for a moment ago', async (t) => {
  const { keys, endpoint, time } = open(old);
  await keys.keyFor(header('old'));
  endpoint.answer = async () => jwksOf(old, young);
  t.true(isUnknown(await t.throwsAsync(keys.keyFor(header('young')))));
  await time.advance(limits.jwksCooldownMs);
  await t.notThrowsAsync(keys.keyFor(header('young')));
  t.is(endpoint.loads, 2);
});

test('a flood of unknown key ids asks once per cool-down', async (t) => {
  const { keys, endpoint, time } = open(old);
  await keys.keyFor(header('old'));
  for (let round = 1; round <= 3; round += 1) {
    await time.advance(limits.jwksCooldownMs);
    const flood = Array.from({ length: 1_000 }, async (_, i) => keys.keyFor(header(`unknown-${i}`)));
    for (const outcome of await Promise.allSettled(flood)) t.is(outcome.status, 'rejected');
    t.is(endpoint.loads, 1 + round);
  }
});

test('a key that is removed is noticed within the age of a set, and the generation moves', async (t) => {
  const { keys, endpoint, time } = open(old, young);
  const before = await keys.keyFor(header('old'));
  t.is(before.generation, keys.generation());
  endpoint.answer = async () => jwksOf(young);
  await time.advance(limits.jwksAgeMaxMs - 1);
  await t.notThrowsAsync(keys.keyFor(header('old')));
  await time.advance(1);
  t.true(isUnknown(await t.throwsAsync(keys.keyFor(header('old')))));
  t.true(keys.generation() > before.generation);
});

test('the same set again moves no generation', async (t) => {
  const { keys, endpoint, time } = open(old);
  const { generation } = await keys.keyFor(header('old'));
  await time.advance(limits.jwksAgeMaxMs);
  t.is((await keys.keyFor(header('old'))).generation, generation);
  t.is(endpoint.loads, 2);
});

test('while the endpoint is down, known keys hold for a time, and unknown ones are not called invalid', async (t) => {
  const { keys, endpoint, time } = open(old);
  await keys.keyFor(header('old'));
  endpoint.answer = down;
  await time.advance(limits.jwksStaleMaxMs - 1);
  await t.notThrowsAsync(keys.keyFor(header('old')));
  t.true(isFault(await t.throwsAsync(keys.keyFor(header('young'))), 'unavailable'));
  await time.advance(limits.jwksRetryMs);
  t.true(isFault(await t.throwsAsync(keys.keyFor(header('old'))), 'unavailable'));
  endpoint.answer = async () => jwksOf(old);
  await time.advance(limits.jwksRetryMs);
  await t.notThrowsAsync(keys.keyFor(header('old')));
  t.true(isUnknown(await t.throwsAsync(keys.keyFor(header('young')))), 'it can be told again');
});

test('an endpoint that hangs holds up known keys once, until it answers again', async (t) => {
  const { keys, endpoint, time } = open(old);
  await keys.keyFor(header('old'));
  endpoint.answer = async () => time.timers.sleep(limits.jwksTimeoutMs).then(down);
  await time.advance(limits.jwksAgeMaxMs);
  const first = keys.keyFor(header('old'));
  await time.advance(limits.jwksTimeoutMs);
  await t.notThrowsAsync(first);
  for (let round = 2; round <= 4; round += 1) {
    // The clock does not move: a call that waits for the endpoint would wait for ever.
    t.is((await keys.keyFor(header('old'))).generation, keys.generation());
    t.is(endpoint.loads, 1 + round, 'it is asked all the same');
    await time.advance(limits.jwksTimeoutMs);
  }
  endpoint.answer = async () => jwksOf(young);
  await keys.keyFor(header('old'));
  await time.advance(0);
  t.true(isUnknown(await t.throwsAsync(keys.keyFor(header('old')))), 'the keys of its next answer are in force');
});

test('a key is found only for the algorithm that it is for', async (t) => {
  const rsa = createTestKey('RS256', 'rsa');
  const { keys } = open(old, rsa);
  await t.notThrowsAsync(keys.keyFor(header('rsa', 'RS256')));
  for (const alg of ['EdDSA', 'ES256']) t.true(isUnknown(await t.throwsAsync(keys.keyFor(header('rsa', alg)))), alg);
});
