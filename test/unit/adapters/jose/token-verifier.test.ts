import test from 'ava';
import fc from 'fast-check';
import { createKeySource, type KeySource } from '../../../../src/adapters/jose/key-source.ts';
import { createTokenVerifier, type TokenVerifierOptions } from '../../../../src/adapters/jose/token-verifier.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { personalWorkspaceId, userKey } from '../../../../src/kernel/ids.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock, type FakeClock } from '../../../support/kernel/fake-clock.ts';
import {
  claimsFor,
  createTestIssuer,
  createTestKey,
  headerFor,
  jwksOf,
  signToken,
  TEST_AUDIENCE,
  TEST_ISSUER,
} from '../../../support/http/issuer.ts';
import { anyText } from '../../../support/property/any-text.ts';

const [key, next] = [createTestKey('EdDSA', 'first'), createTestKey('EdDSA', 'next')];

const open = (options: Partial<TokenVerifierOptions> = {}, wrap = (keys: KeySource): KeySource => keys) => {
  const time = createFakeClock();
  let published: string | Error = jwksOf(key);
  let lookups = 0;
  const load = async (): Promise<string> => {
    if (published instanceof Error) throw published;
    return published;
  };
  const source = createKeySource({ load, clock: time.clock });
  const keys = wrap({
    ...source,
    keyFor: async (header) => {
      lookups += 1;
      return source.keyFor(header);
    },
  });
  const base = { issuer: TEST_ISSUER, audience: TEST_AUDIENCE, clock: time.clock };
  return {
    verifier: createTokenVerifier({ ...base, keys, ...options }),
    time,
    token: (ttlSeconds = 3_600) => signToken(key, headerFor(key), claimsFor(time.clock, { sub: 'alice', ttlSeconds })),
    publish: (jwks: string | Error): void => {
      published = jwks;
    },
    /** How often a key was looked up: what is remembered needs none. */
    lookups: () => lookups,
  };
};

test('a principal has a key of the user, scopes, workspace, end', async (t) => {
  const { clock } = createFakeClock();
  const issuer = createTestIssuer(clock);
  const principal = await issuer.verifier.verify(
    issuer.token({ sub: 'alice', scope: ' read   spend read ', workspaceId: 'ws_1', ttlSeconds: 60 }),
  );
  t.deepEqual(principal, {
    userKey: userKey(TEST_ISSUER, 'alice'),
    issuer: TEST_ISSUER,
    personalWorkspaceId: personalWorkspaceId(userKey(TEST_ISSUER, 'alice')),
    spendCap: null,
    name: null,
    scopes: new Set(['read', 'spend']),
    workspaceId: 'ws_1',
    expiresAt: Math.floor(clock.now() / 1_000) + 60,
  });
  t.false(JSON.stringify(principal).includes('alice'));
});

test('a name is what the claim says, cleaned; whatever it says, the token holds', async (t) => {
  const named = async (claims: Readonly<Record<string, unknown>>, options: Partial<TokenVerifierOptions> = {}) => {
    const { verifier, time } = open(options);
    const all = { ...claimsFor(time.clock, { sub: 'alice' }), ...claims };
    return (await verifier.verify(signToken(key, headerFor(key), all))).name;
  };
  t.is(await named({ name: ' Ada\tSmith\n' }), 'Ada Smith');
  t.is(await named({ name: 'x'.repeat(500) }), 'x'.repeat(limits.nameOfPersonCharsMax));
  for (const name of [undefined, '', ' \u0000 ', 7, null, ['Ada'], { first: 'Ada' }]) t.is(await named({ name }), null);
  t.is(await named({ name: 'Ada', nickname: 'Countess' }, { nameClaim: 'nickname' }), 'Countess');
  t.is(await named({ name: 'Ada' }, { nameClaim: 'nickname' }), null);
});

test('a token without scope has none', async (t) => {
  const { verifier, time } = open();
  const { scope: _, ...claims } = claimsFor(time.clock, { sub: 'alice' });
  t.is((await verifier.verify(signToken(key, headerFor(key), claims))).scopes.size, 0);
});

test('an issuer that writes another typ is configured, not guessed', async (t) => {
  const sign = (time: FakeClock, typ: string | undefined): string =>
    signToken(key, { ...headerFor(key), typ }, claimsFor(time.clock, { sub: 'alice' }));
  const tried: [TokenVerifierOptions['types'], string | undefined, boolean][] = [
    [undefined, 'at+jwt', true],
    [undefined, 'JWT', false],
    [['JWT'], 'JWT', true],
    [['JWT'], 'jwt', true],
    [['JWT'], 'at+jwt', false],
    [['JWT'], undefined, false],
    [['at+jwt', 'JWT'], 'application/at+jwt', true],
    [[null], undefined, true],
    [[null], 'JWT', false],
    [[], 'at+jwt', false],
  ];
  for (const [types, typ, holds] of tried) {
    const { verifier, time } = open(types === undefined ? {} : { types });
    const outcome = await verifier.verify(sign(time, typ)).catch((error: unknown) => error);
    t.is(isFault(outcome, 'invalid'), !holds, `${JSON.stringify(types)} ${typ}`);
  }
});

test('J17 without keys the answer is unavailable, never open, and never "invalid"', async (t) => {
  const { verifier, token, publish, time } = open();
  publish(new Error('ECONNREFUSED'));
  t.true(isFault(await t.throwsAsync(verifier.verify(token())), 'unavailable'));
  publish('<html>sign in</html>');
  await time.advance(limits.jwksRetryMs);
  t.true(isFault(await t.throwsAsync(verifier.verify(token())), 'unavailable'));
  publish(jwksOf(key));
  await time.advance(limits.jwksRetryMs);
  await t.notThrowsAsync(verifier.verify(token()));
});

test('a token that holds is remembered, for at most a minute', async (t) => {
  const { verifier, token, time, lookups } = open();
  const one = token();
  const first = await verifier.verify(one);
  await time.advance(limits.tokenCacheMs - 1);
  t.is(await verifier.verify(one), first);
  t.is(lookups(), 1);
  await time.advance(1);
  t.deepEqual(await verifier.verify(one), first);
  t.is(lookups(), 2);
});

test('a token that does not hold is not remembered as one that does', async (t) => {
  const { verifier, token } = open();
  const one = token();
  await verifier.verify(one);
  t.true(isFault(await t.throwsAsync(verifier.verify(`${one}\n`)), 'invalid'));
  const other = `${one.slice(0, one.lastIndexOf('.'))}.${'A'.repeat(86)}`;
  for (let i = 0; i < 2; i += 1) t.true(isFault(await t.throwsAsync(verifier.verify(other)), 'invalid'));
});

test('a remembered token ends when it ends, not a minute later', async (t) => {
  const { verifier, token, time } = open();
  const one = token(1);
  await verifier.verify(one);
  await time.advance((limits.clockToleranceSeconds + 2) * 1_000);
  t.true(isFault(await t.throwsAsync(verifier.verify(one)), 'invalid'));
});

test('J20 a clock that jumps makes no token live longer', async (t) => {
  const { verifier, token, time, lookups } = open();
  const one = token();
  await verifier.verify(one);
  time.jumpWall(86_400_000);
  t.true(isFault(await t.throwsAsync(verifier.verify(one)), 'invalid'), 'a day ahead');
  time.jumpWall(-86_400_000);
  await t.notThrowsAsync(verifier.verify(one));
  const before = lookups();
  time.jumpWall(-600_000);
  await time.advance(limits.tokenCacheMs);
  t.true(isFault(await t.throwsAsync(verifier.verify(one)), 'invalid'), 'issued in the future');
  t.is(lookups(), before + 1);
});

/** Whether a token of a removed key still opens the door, once another call has loaded the key set anew. */
const survivesRemoval = async (wrap?: (keys: KeySource) => KeySource): Promise<boolean> => {
  const { verifier, token, time, publish } = open({}, wrap);
  // Remembered a moment before the set is old enough to be loaded again.
  await verifier.verify(token());
  await time.advance(limits.jwksAgeMaxMs - 1_000);
  const one = token();
  await verifier.verify(one);
  publish(jwksOf(next));
  await time.advance(1_000);
  await verifier.verify(signToken(next, headerFor(next), claimsFor(time.clock, { sub: 'bob' })));
  return verifier.verify(one).then(
    () => true,
    () => false,
  );
};

test('tokens of a removed key are forgotten when the key set changes', async (t) => {
  t.false(await survivesRemoval());
});

test('sabotage: a generation that does not move lets the removed key live on', async (t) => {
  const stuck = (keys: KeySource): KeySource => ({
    keyFor: async (header) => ({ ...(await keys.keyFor(header)), generation: 1 }),
    generation: () => 1,
  });
  t.true(await survivesRemoval(stuck));
});

test('the answer to any input is a fault and never a crash', async (t) => {
  const { verifier, token } = open();
  const good = token();
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  const encoded = json.map((text) => Buffer.from(text).toString('base64url'));
  const hostile = fc.oneof(
    anyText(),
    fc.tuple(encoded, encoded, encoded).map((parts) => parts.join('.')),
    fc.tuple(json, json).map(([header, payload]) => signToken(key, header, payload)),
    json.map((payload) => signToken(key, headerFor(key), payload)),
    fc
      .tuple(fc.nat(good.length - 1), fc.constantFrom('A', 'b', '.', '-', '\n', '='))
      .map(([at, char]) => good.slice(0, at) + char + good.slice(at + 1)),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const outcome = await verifier.verify(text).catch((error: unknown) => error);
      return text === good || isFault(outcome, 'invalid');
    }),
    { numRuns: 500 },
  );
  t.pass();
});
