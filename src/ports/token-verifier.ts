/** Verifies bearer tokens. */

export type Principal = {
  /** H(issuer, sub): the only form of a user that enters the log. */
  readonly userKey: string;
  /** The `iss` of the token: with it the subject of another user is a user key, too. */
  readonly issuer: string;
  /** The user's name in the token, cleaned to one visible line; null without one. Proves nothing. */
  readonly name: string | null;
  readonly scopes: ReadonlySet<string>;
  /** Of the user: the workspace of a call where neither header nor token names one. */
  readonly personalWorkspaceId: string;
  /** The token's own workspace, when it names one. */
  readonly workspaceId: string | null;
  /** The most that the user may spend by tokens with a cap, in credits a calendar month; null: no cap. */
  readonly spendCap: number | null;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
};

export type TokenVerifier = {
  /**
   * Faults: `invalid` (the token is refused; `detail.expired` is true when only its time is up), `unavailable` (no keys
   * to check it with).
   */
  verify(token: string): Promise<Principal>;
};
