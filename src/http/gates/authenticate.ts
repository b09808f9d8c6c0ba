/** Authenticates the caller, by bearer token only: an invalid credential is refused, nothing else is looked at. */
import { isFault } from '../../kernel/faults.ts';
import type { Principal, TokenVerifier } from '../../ports/token-verifier.ts';
import type { AuthorityClass } from '../contract/operation.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';

/** The scheme in any case (RFC 9110, section 11.1); the form of the token is the verifier's to judge. */
const BEARER = /^bearer +([^\s,]+)$/i;

/** Throws fault `unavailable` when there are no keys to check a token with: never open, and no 401 either. */
export const authenticate = async (
  verifier: TokenVerifier,
  authorization: string | undefined,
  ambiguous: boolean,
): Promise<Principal | Refusal> => {
  if (authorization === undefined) return unauthorized('Bearer');
  const token = ambiguous ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) return unauthorized(INVALID);
  try {
    return await verifier.verify(token);
  } catch (error) {
    if (!isFault(error, 'invalid')) throw error;
    const { expired, reason } = error.detail;
    return expired === true ? EXPIRED : unauthorized(INVALID, undefined, String(reason));
  }
};

const INVALID = 'Bearer error="invalid_token"';

const unauthorized = (challenge: string, message?: string, flaw?: string): Refusal =>
  refusal('unauthorized', message, {
    headers: { 'WWW-Authenticate': challenge },
    ...(flaw === undefined ? {} : { flaw }),
  });

/** The one reason that a client can act on by itself. */
const EXPIRED = unauthorized(`${INVALID}, error_description="The token has expired"`, 'The token has expired');

/** The scope of an authority class; none implies another. */
export const scopeOf = (authority: AuthorityClass): string => authority.toLowerCase();

/** `named`: the scope that the refusal names. */
export const authorise = ({ scopes }: Principal, scope: string, named = scope): Refusal | undefined =>
  scopes.has(scope)
    ? undefined
    : refusal('scope_insufficient', `This operation needs the scope ${named}`, {
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${named}"` },
      });
