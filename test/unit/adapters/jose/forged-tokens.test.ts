/**
 * Each forged token is refused for its own reason. So no row is green because of another fault in its token. Most rows
 * name a sabotage, a check that is left out, under which the same token is accepted.
 */
import test from 'ava';
import { generateKeyPairSync } from 'node:crypto';
import {
  createLocalJWKSet,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  jwtVerify,
  type JWTVerifyOptions,
} from 'jose';
import { createKeySource } from '../../../../src/adapters/jose/key-source.ts';
import { createTokenVerifier } from '../../../../src/adapters/jose/token-verifier.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { TokenVerifier } from '../../../../src/ports/token-verifier.ts';
import { headerFor, jwksOf, signToken, TEST_AUDIENCE, TEST_ISSUER } from '../../../support/http/issuer.ts';
import {
  accepted,
  ageMaxSeconds,
  claims,
  clock,
  ec,
  good,
  jwks,
  key,
  now,
  part,
  rows,
  rsa,
  type Sabotage,
  withText,
} from './forged-tokens.ts';

const open = (load: () => Promise<string>): TokenVerifier =>
  createTokenVerifier({
    keys: createKeySource({ load, clock }),
    issuer: TEST_ISSUER,
    audience: TEST_AUDIENCE,
    ageMaxSeconds,
    clock,
  });
const verifier = open(async () => jwks);

const plainJose = async (token: string, without: Sabotage): Promise<unknown> => {
  const options: JWTVerifyOptions = {
    algorithms: ['EdDSA', 'ES256', 'RS256'],
    issuer: TEST_ISSUER,
    audience: TEST_AUDIENCE,
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: limits.clockToleranceSeconds,
    maxTokenAge: ageMaxSeconds,
    currentDate: new Date(clock.now()),
  };
  // Without a date of ours, one at which the token holds: as if time were not looked at.
  if (without === 'currentDate') options.currentDate = new Date((Number(payloadOf(token)['iat'] ?? now) + 1) * 1_000);
  else if (without !== 'our own checks') delete options[without];
  const one = createLocalJWKSet(JSON.parse(jwksOf(key)) as JSONWebKeySet);
  // A key that does not say what it is for would serve any algorithm of its type.
  const keys = without === 'algorithms' ? jwks.replace(/"alg":"[^"]*",/g, '') : jwks;
  const all = createLocalJWKSet(JSON.parse(keys) as JSONWebKeySet);
  // A verifier that does not ask for a kid is one of a single key.
  return jwtVerify(token, async (h: JWTHeaderParameters) => (h.kid === undefined ? one(h) : all(h)), options);
};

const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part(token, 1), 'base64url').toString('utf8')) as Record<string, unknown>;

test('a token that holds is accepted, by all three algorithms', async (t) => {
  for (const one of [key, ec, rsa]) {
    const principal = await verifier.verify(signToken(one, headerFor(one), claims({ workspace_id: 'ws_1' })));
    t.is(principal.workspaceId, 'ws_1', one.alg);
    t.is(principal.expiresAt, now + 600);
  }
});

for (const [name, token, reason, sabotage] of rows) {
  test(`refused: ${name}`, async (t) => {
    const error = await t.throwsAsync(verifier.verify(token));
    t.true(isFault(error, 'invalid'), String(error));
    t.is(isFault(error) ? error.detail['reason'] : undefined, reason);
    t.is(error?.message, 'the token does not hold');
    t.is(isFault(error) ? error.detail['expired'] : undefined, reason.startsWith('ERR_JWT_EXPIRED'));
    if (sabotage !== undefined)
      await t.notThrowsAsync(plainJose(token, sabotage), `without ${sabotage} it is accepted`);
  });
}

for (const [name, token] of accepted) {
  test(`accepted: ${name}`, async (t) => {
    await t.notThrowsAsync(verifier.verify(token));
  });
}

test('J16 of duplicate claims the last one counts, in every place alike', async (t) => {
  const token = withText((text) => text.replace('{', '{"sub":"mallory","workspace_id":"ws_other",'));
  const plain = await verifier.verify(good);
  t.deepEqual(await verifier.verify(token), { ...plain, workspaceId: 'ws_other' });
});

test('J16 a claim called __proto__ pollutes nothing', async (t) => {
  const token = withText((text) => text.replace('{', '{"__proto__":{"scope":"admin","workspace_id":"ws_x"},'));
  const without = withText((text) => text.replace(/"scope":"[^"]*"/, '"scope":"read"'));
  t.is((await verifier.verify(token)).workspaceId, null);
  t.deepEqual((await verifier.verify(without)).scopes, new Set(['read']));
  t.false('scope' in Object.prototype);
  const inherited = withText((text) => text.replace(/"scope":"[^"]*"/, '"__proto__":{"scope":"admin"}'));
  t.deepEqual((await verifier.verify(inherited)).scopes, new Set());
});

test('J8 no token makes us ask a foreign server for keys', async (t) => {
  let loads = 0;
  const counting = open(async () => {
    loads += 1;
    return jwks;
  });
  // The clock is stopped, so that no unknown kid comes after a cool-down.
  await Promise.allSettled(rows.map(async ([, token]) => counting.verify(token)));
  t.is(loads, 1);
});

test('a key that is too short is no key, though the issuer published it', async (t) => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const one = {
    ...rsa,
    privateKey: short.privateKey,
    publicJwk: { ...short.publicKey.export({ format: 'jwk' }), kid: 'short' },
  };
  const lax = open(async () => JSON.stringify({ keys: [one.publicJwk] }));
  const error = await t.throwsAsync(lax.verify(signToken(one, { ...headerFor(rsa), kid: 'short' }, claims())));
  t.true(isFault(error, 'invalid'));
});
