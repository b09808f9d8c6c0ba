/**
 * The issuer of a service without an identity provider. A reader of the data folder has its key and can forge any user;
 * it can read the log beside it anyway.
 */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Signer } from '../../ports/signer.ts';

export const LOCAL_ISSUER = 'urn:production-intelligence:local';
export const LOCAL_AUDIENCE = 'production-intelligence';

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
  /** The public half, as a JWKS text; reads the key anew, so a replaced key is noticed. */
  readonly loadJwks: () => Promise<string>;
};

export type LocalIssuerOptions = {
  /** The key as it is stored now; the same in every process of one data folder. */
  readonly key: () => Promise<Signer>;
  readonly clock: Pick<Clock, 'now'>;
};

/** Faults: as the key's. */
export const openLocalIssuer = async ({ key, clock }: LocalIssuerOptions): Promise<LocalIssuer> => {
  const signer = await key();
  const header = base64url({ alg: signer.publicKey.alg, typ: 'at+jwt', kid: signer.keyId });

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
      iss: LOCAL_ISSUER,
      aud: LOCAL_AUDIENCE,
      sub,
      iat: issuedAt,
      exp: issuedAt + ttlSeconds,
    };
    const signed = `${header}.${base64url(claims)}`;
    return `${signed}.${signer.sign(signed).value}`;
  };

  return Object.freeze({ issueToken, loadJwks: async () => JSON.stringify({ keys: [(await key()).publicKey] }) });
};

const base64url = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const requireAcceptable = (sub: string, ttlSeconds: number): void => {
  if (sub.length === 0 || sub.length > limits.subjectCharsMax || !sub.isWellFormed()) {
    throw new Fault('rejected', `a subject has 1 to ${limits.subjectCharsMax} characters`);
  }
  if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > limits.tokenAgeMaxSeconds) {
    throw new Fault('rejected', `a token lives 1 to ${limits.tokenAgeMaxSeconds} seconds`);
  }
};
