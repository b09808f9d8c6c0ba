/**
 * The issuer of a service without an identity provider. A reader of the data folder has its key and can forge any user;
 * it can read the log beside it anyway.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { Fault } from '../../kernel/faults.ts';
import { objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';

export const LOCAL_ISSUER = 'urn:production-intelligence:local';
export const LOCAL_AUDIENCE = 'production-intelligence';

const ALGORITHM = 'EdDSA';

export type TokenRequest = {
  /** 1 to 200 characters. */
  readonly sub: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  readonly workspaceId?: string;
  /** Credits a calendar month. */
  readonly spendCap?: number;
  /** At most `limits.tokenAgeMaxSeconds`. */
  readonly ttlSeconds?: number;
};

export type LocalIssuer = {
  /** Fault `rejected`: this subject, or this time to live, no verifier would accept. */
  readonly issueToken: (request: TokenRequest) => Promise<string>;
  /** The public half, as a JWKS text; reads the secret anew, so a replaced key is noticed. */
  readonly loadJwks: () => Promise<string>;
};

export type LocalIssuerOptions = {
  /** The stored secret, made by `make` if there is none; the same in every process of one data folder. */
  readonly secret: (make: () => Promise<Uint8Array>) => Promise<Uint8Array>;
  readonly clock: Pick<Clock, 'now'>;
};

/** Faults: `unavailable` (the secret cannot be read), `corrupt` (it is not a key of ours). */
export const openLocalIssuer = async ({ secret, clock }: LocalIssuerOptions): Promise<LocalIssuer> => {
  const load = async (): Promise<JWK> => parseKey(await secret(makeKey));
  const privateJwk = await load();
  const key = await importJWK(privateJwk, ALGORITHM);
  const kid = await calculateJwkThumbprint(privateJwk);

  const issueToken = async (request: TokenRequest): Promise<string> => {
    const { sub, scope, workspaceId, spendCap, ttlSeconds = limits.tokenTtlDefaultSeconds } = request;
    requireAcceptable(sub, ttlSeconds);
    const issuedAt = Math.floor(clock.now() / 1_000);
    // Display names come from an issuer that knows people; this one has only the subject.
    const claims = {
      scope,
      name: sub,
      ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
      ...(spendCap === undefined ? {} : { spend_cap: spendCap }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid })
      .setIssuer(LOCAL_ISSUER)
      .setAudience(LOCAL_AUDIENCE)
      .setSubject(sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(key);
  };

  return Object.freeze({ issueToken, loadJwks: async () => jwksOf(await load()) });
};

const requireAcceptable = (sub: string, ttlSeconds: number): void => {
  if (sub.length === 0 || sub.length > limits.subjectCharsMax || !sub.isWellFormed()) {
    throw new Fault('rejected', `a subject has 1 to ${limits.subjectCharsMax} characters`);
  }
  if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > limits.tokenAgeMaxSeconds) {
    throw new Fault('rejected', `a token lives 1 to ${limits.tokenAgeMaxSeconds} seconds`);
  }
};

const makeKey = async (): Promise<Uint8Array> => {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return Buffer.from(JSON.stringify(await exportJWK(privateKey)), 'utf8');
};

const parseKey = (bytes: Uint8Array): JWK => {
  const jwk: JWK = objectIn(Buffer.from(bytes).toString('utf8')) ?? {};
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && typeof jwk.d === 'string') return jwk;
  throw new Fault('corrupt', 'the stored key of the local issuer is not one');
};

const jwksOf = async ({ kty, crv, x }: JWK): Promise<string> => {
  const publicJwk = { kty, crv, x } as JWK;
  const kid = await calculateJwkThumbprint(publicJwk);
  return JSON.stringify({ keys: [{ ...publicJwk, kid, alg: ALGORITHM, use: 'sig' }] });
};
