/** An issuer whose tokens tests may also forge. Its keys live in memory. */
import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { createKeySource } from '../../../src/adapters/jose/key-source.ts';
import { createTokenVerifier } from '../../../src/adapters/jose/token-verifier.ts';
import type { Clock } from '../../../src/ports/basics.ts';
import type { TokenVerifier } from '../../../src/ports/token-verifier.ts';

export const TEST_ISSUER = 'https://issuer.test/';
export const TEST_AUDIENCE = 'production-intelligence';

export type TestAlgorithm = 'EdDSA' | 'ES256' | 'RS256';

export type TestKey = {
  readonly alg: TestAlgorithm;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: Readonly<Record<string, unknown>>;
};

export type TokenClaims = {
  readonly sub: string;
  /** All scopes unless stated. */
  readonly scope?: string;
  readonly workspaceId?: string;
  readonly ttlSeconds?: number;
};

export type TestIssuer = {
  /** A token that holds. */
  readonly token: (claims: TokenClaims) => string;
  /** Checks the tokens of this issuer, as the service does. */
  readonly verifier: TokenVerifier;
};

export const createTestIssuer = (clock: Clock): TestIssuer => {
  const key = createTestKey('EdDSA');
  const jwks = jwksOf(key);
  const keys = createKeySource({ load: async () => jwks, clock });
  const verifier = createTokenVerifier({
    keys,
    issuer: TEST_ISSUER,
    audience: TEST_AUDIENCE,
    clock,
  });
  return Object.freeze({
    token: (claims) => signToken(key, headerFor(key), claimsFor(clock, claims)),
    verifier,
  });
};

export const createTestKey = (alg: TestAlgorithm, kid: string = `test-${alg}`): TestKey => {
  const { privateKey, publicKey } = keyPairOf(alg);
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
  return Object.freeze({ alg, kid, privateKey, publicKey, publicJwk });
};

export const jwksOf = (...keys: readonly TestKey[]): string =>
  JSON.stringify({ keys: keys.map((key) => key.publicJwk) });

export const headerFor = (key: TestKey): Record<string, unknown> => ({ alg: key.alg, typ: 'at+jwt', kid: key.kid });

/** The claims of a token that holds; times in whole seconds. */
export const claimsFor = (clock: Pick<Clock, 'now'>, claims: TokenClaims): Record<string, unknown> => {
  const issuedAt = Math.floor(clock.now() / 1_000);
  return {
    iss: TEST_ISSUER,
    aud: TEST_AUDIENCE,
    sub: claims.sub,
    iat: issuedAt,
    exp: issuedAt + (claims.ttlSeconds ?? 3_600),
    scope: claims.scope ?? 'read plan mutate spend approve admin',
    ...(claims.workspaceId === undefined ? {} : { workspace_id: claims.workspaceId }),
  };
};

/**
 * A compact JWS over any header and payload, properly signed by the key, whatever the header says. A payload that is a
 * string is taken verbatim, so that a test can write JSON that `JSON.stringify` would not.
 */
export const signToken = (key: TestKey, header: unknown, payload: unknown): string => {
  const input = signingInput(header, payload);
  return `${input}.${signatureOf(key, input).toString('base64url')}`;
};

/** A token signed with HMAC and any secret, e.g. the text of a public key. */
export const signTokenHmac = (secret: string | Uint8Array, header: unknown, payload: unknown): string => {
  const input = signingInput(header, payload);
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

const signingInput = (header: unknown, payload: unknown): string => `${encoded(header)}.${encoded(payload)}`;

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part), 'utf8').toString('base64url');

const signatureOf = (key: TestKey, input: string): Buffer => {
  const bytes = Buffer.from(input, 'utf8');
  if (key.alg === 'EdDSA') return signBytes(null, bytes, key.privateKey);
  if (key.alg === 'RS256') return signBytes('sha256', bytes, key.privateKey);
  return signBytes('sha256', bytes, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
};

const keyPairOf = (alg: TestAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } => {
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
};
