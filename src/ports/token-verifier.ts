/** Who is calling. */

export type Principal = {
  /** H(issuer, sub): the only form of a user that enters the log. */
  readonly userKey: string;
  /** What the token calls the user, cleaned to one visible line; null when it does not say. Proves nothing. */
  readonly name: string | null;
  readonly scopes: ReadonlySet<string>;
  /** The token's own workspace, when it names one. */
  readonly workspaceId: string | null;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Whether the token is of the local issuer, whose personal workspaces get trial credits. */
  readonly local: boolean;
};

export type TokenVerifier = {
  /**
   * Faults: `invalid` (the token does not hold; `detail.expired` is true when only its time is up), `unavailable` (no
   * keys to check it with).
   */
  verify(token: string): Promise<Principal>;
};
