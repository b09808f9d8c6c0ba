/**
 * Bearer tokens: JWTs signed with EdDSA, ES256 or RS256. Fails closed. It adds the checks that jose leaves open; other
 * gates check scopes, memberships and users.
 */
import { hash } from 'node:crypto';
import { type CryptoKey, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { BrokenInvariant, Fault } from '../../kernel/faults.ts';
import { personalWorkspaceId, userKey } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import { visibleName } from '../../kernel/text.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Principal, TokenVerifier } from '../../ports/token-verifier.ts';
import type { KeySource } from './key-source.ts';

export type TokenVerifierOptions = {
  readonly keys: KeySource;
  readonly issuer: string;
  readonly audience: string;
  /**
   * Accepted `typ` headers, `null` for a token without one. `at+jwt` (RFC 9068) is the default and keeps id tokens out.
   * An issuer that writes `JWT`, or nothing, needs that here; then only the audience keeps id tokens out.
   */
  readonly types?: readonly (string | null)[];
  /** The claim with the name of the user; `name` unless stated. */
  readonly nameClaim?: string;
  readonly ageMaxSeconds?: number;
  readonly clock: Clock;
};

const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
/** Strict compact form; jose itself takes a trailing newline. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const KEY_ID_CHARS_MAX = 200;
/** As OpenID Connect names it (Core 1.0, section 5.1). */
const NAME_CLAIM = 'name';
const WORKSPACE_ID = /^[\w-]{1,120}$/;

type Remembered = { readonly principal: Principal; readonly generation: number; readonly until: number };

export const createTokenVerifier = (options: TokenVerifierOptions): TokenVerifier => {
  const { keys, clock, ageMaxSeconds = limits.tokenAgeMaxSeconds } = options;
  const types = new Set((options.types ?? ['at+jwt']).map(normalType));
  const remembered = createBoundedMap<string, Remembered>(limits.tokenCacheMax);

  const recall = (digest: string): Principal | undefined => {
    const known = remembered.get(digest);
    if (known === undefined) return undefined;
    const holds =
      known.generation === keys.generation() &&
      clock.monotonic() < known.until &&
      clock.now() / 1_000 < known.principal.expiresAt + limits.clockToleranceSeconds;
    if (!holds) remembered.delete(digest);
    return holds ? known.principal : undefined;
  };

  const check = async (token: string): Promise<Omit<Remembered, 'until'>> => {
    let generation = 0;
    const keyOf = async (header: JWTHeaderParameters): Promise<CryptoKey> => {
      requireKeyId(header);
      const found = await keys.keyFor(header);
      generation = found.generation;
      return found.key;
    };
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      algorithms: ALGORITHMS,
      issuer: options.issuer,
      audience: options.audience,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: limits.clockToleranceSeconds,
      maxTokenAge: ageMaxSeconds,
      currentDate: new Date(clock.now()),
    });
    if (!types.has(normalType(protectedHeader.typ ?? null))) throw invalid('typ');
    requireClaims(payload, ageMaxSeconds);
    return { principal: principalOf(payload, options), generation };
  };

  const verify = async (token: string): Promise<Principal> => {
    if (token.length > limits.tokenBytesMax) throw invalid('size');
    const digest = hash('sha256', token, 'base64');
    // The cache is keyed by this very text, whose form was checked when it entered.
    const known = recall(digest);
    if (known !== undefined) return known;
    requireForm(token);
    const { principal, generation } = await check(token).catch((error: unknown) => {
      throw asFault(error);
    });
    remembered.set(digest, { principal, generation, until: clock.monotonic() + limits.tokenCacheMs });
    return principal;
  };

  return Object.freeze({ verify });
};

/** A bounded compact form with canonical base64url, so that no two texts are the same token. */
const requireForm = (token: string): void => {
  if (!COMPACT.test(token)) throw invalid('form');
  for (const part of token.split('.')) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) throw invalid('form');
  }
};

/** The key is the one of ours that the header names; a key inside the header is ignored. */
const requireKeyId = (header: { readonly kid?: unknown }): void => {
  const { kid } = header;
  if (typeof kid !== 'string' || kid === '' || kid.length > KEY_ID_CHARS_MAX) throw invalid('kid');
};

/** `application/` may be left out, and case does not count (RFC 7515, section 4.1.9). */
const normalType = (type: string | null): string | null => type?.toLowerCase().replace(/^application\//, '') ?? null;

type Claims = {
  readonly sub: string;
  readonly exp: number;
  readonly scope?: string;
  readonly workspace_id?: string;
  readonly spend_cap?: number;
};

/** Claims that jose takes and we refuse. */
function requireClaims(payload: JWTPayload, ageMaxSeconds: number): asserts payload is JWTPayload & Claims {
  const claims = payload as Readonly<Record<string, unknown>>;
  const { sub, exp, iat, nbf, scope, workspace_id: workspaceId, spend_cap: cap } = claims;
  if (!isText(sub, limits.subjectCharsMax)) throw invalid('sub');
  if (!isWhole(exp)) throw invalid('exp');
  if (!isWhole(iat)) throw invalid('iat');
  if (exp - iat > ageMaxSeconds) throw invalid('lifetime');
  if (nbf !== undefined && !isWhole(nbf)) throw invalid('nbf');
  if (scope !== undefined && typeof scope !== 'string') throw invalid('scope');
  if (workspaceId !== undefined && !(typeof workspaceId === 'string' && WORKSPACE_ID.test(workspaceId))) {
    throw invalid('workspace_id');
  }
  // A cap that cannot be read must not be no cap.
  if (cap !== undefined && !(isWhole(cap) && cap >= 0)) throw invalid('spend_cap');
}

const principalOf = (claims: JWTPayload & Claims, options: TokenVerifierOptions): Principal => {
  const { issuer, nameClaim = NAME_CLAIM } = options;
  const key = userKey(issuer, claims.sub);
  return Object.freeze({
    userKey: key,
    issuer,
    name: visibleName(claims[nameClaim], limits.nameOfPersonCharsMax),
    scopes: new Set((claims.scope ?? '').split(' ').filter((one) => one !== '')),
    // Once for a token, not for each of its calls.
    personalWorkspaceId: personalWorkspaceId(key),
    workspaceId: claims.workspace_id ?? null,
    spendCap: claims.spend_cap ?? null,
    expiresAt: claims.exp,
  });
};

/** A lone surrogate has no canonical form, and so no hash. */
const isText = (value: unknown, charsMax: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= charsMax && value.isWellFormed();

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** The reason is for the log and the tests; callers are told that the token does not hold, or that it has expired. */
const invalid = (reason: string, cause?: unknown): Fault =>
  new Fault('invalid', 'the token does not hold', { cause, detail: { reason, expired: isExpiry(cause) } });

/** Met only in tokens whose signature holds: jose looks at it first. */
const isExpiry = (error: unknown): boolean => error instanceof errors.JWTExpired;

const asFault = (error: unknown): unknown => {
  if (error instanceof Fault || error instanceof BrokenInvariant) return error;
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return invalid(`${error.code}:${error.claim}`, error);
  }
  // A key that cannot be imported throws outside jose's own errors; a token that names it cannot be checked either.
  return invalid(error instanceof errors.JOSEError ? error.code : 'key', error);
};
