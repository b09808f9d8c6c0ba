/**
 * Codes that sign the console in with the local issuer. A code is in an address that a terminal shows, so it holds
 * little: it works once, for minutes, in the process that made it, for one subject.
 */
import type { LocalIssuer } from '../adapters/jose/local-issuer.ts';
import type { RedeemCode } from '../http/console/endpoints.ts';
import { sha256 } from '../kernel/canonical-json.ts';
import { limits, rateLimits } from '../kernel/limits.ts';
import type { System } from './system.ts';

/** The subject that the examples of the README have: the console and its commands then share a workspace. */
const SUBJECT = 'alice';
const SCOPE = Object.keys(rateLimits).join(' ').toLowerCase();
const CODE_BYTES = 24;

export type SignInCodes = { readonly issue: () => string; readonly redeem: RedeemCode };

export const createSignInCodes = (
  { issueToken }: Pick<LocalIssuer, 'issueToken'>,
  { clock, ids }: Pick<System, 'clock' | 'ids'>,
): SignInCodes => {
  /** By the hash of the code, so that no look tells how much of a guess was right. */
  const open = new Map<string, { readonly until: number }>();
  return Object.freeze({
    issue: () => {
      const code = Buffer.from(ids.bytes(CODE_BYTES)).toString('base64url');
      open.set(sha256(code), { until: clock.monotonic() + limits.signInCodeMs });
      return code;
    },
    redeem: async (code: string) => {
      const name = sha256(code);
      const found = open.get(name);
      // Before anything is awaited: two calls at once share no code.
      open.delete(name);
      if (found === undefined || clock.monotonic() >= found.until) return undefined;
      const ttlSeconds = limits.signInTokenSeconds;
      const expiresAt = Math.floor(clock.now() / 1_000) + ttlSeconds;
      return { token: await issueToken({ sub: SUBJECT, scope: SCOPE, ttlSeconds }), expiresAt };
    },
  });
};
