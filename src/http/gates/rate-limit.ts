/**
 * How many requests of a class a workspace may make. Per process: what must hold across processes (open holds, running
 * jobs) is decided on the ledger stream.
 *
 * This gate stands before membership is checked, so a workspace is only a claim here. Whoever was let in by the
 * tenant gate before shares that workspace's bucket with its other members. All other claims of a user draw on one
 * bucket of the user's own: so nobody exhausts the allowance of a workspace that is not theirs, and nobody gets a new
 * allowance by making up workspaces. A member who was removed loses the share with the first refusal.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits, rateLimits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { AuthorityClass } from '../contract/operation.ts';
import { refusal } from '../errors/refusal.ts';
import type { Refusal } from '../errors/refusal.ts';
import { createTokenBuckets } from './token-bucket.ts';
import type { Taken } from './token-bucket.ts';

/** Requests per minute for classes that differ from the defaults, or no limits at all. */
export type RateLimitConfig = Readonly<Partial<Record<AuthorityClass, number>>> | 'off';

export type Allowance = {
  /** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
  readonly state: string;
  readonly policy: string;
  readonly refused: Refusal | undefined;
};

export type RateLimits = {
  /** Undefined: there are no limits. */
  admit(authority: AuthorityClass, userKey: string, workspaceId: string): Allowance | undefined;
  /** What the tenant gate found, so that the next claim counts for the workspace, or no longer does. */
  learn(userKey: string, workspaceId: string, member: boolean): void;
};

type Policy = { readonly perMinute: number; readonly name: string; readonly header: string };

export const createRateLimits = (clock: Pick<Clock, 'monotonic'>, config: RateLimitConfig = {}): RateLimits => {
  if (config === 'off') return Object.freeze({ admit: () => undefined, learn: () => undefined });
  const policies = policiesOf({ ...rateLimits, ...config });
  const buckets = createTokenBuckets();
  const members = createBoundedMap<string, true>(limits.rateBucketsMax);

  return Object.freeze({
    admit: (authority: AuthorityClass, userKey: string, workspaceId: string) => {
      const policy = policies[authority];
      const shared = members.get(`${userKey} ${workspaceId}`) === true;
      const key = `${policy.name} ${shared ? workspaceId : userKey}`;
      return allowance(policy, buckets.take(key, policy.perMinute, clock.monotonic()));
    },
    learn: (userKey: string, workspaceId: string, member: boolean) => {
      const pair = `${userKey} ${workspaceId}`;
      if (member) members.set(pair, true);
      else members.delete(pair);
    },
  });
};

const policiesOf = (perMinute: Readonly<Record<AuthorityClass, number>>): Readonly<Record<AuthorityClass, Policy>> =>
  Object.fromEntries(
    Object.entries(perMinute).map(([authority, count]) => {
      const name = authority.toLowerCase();
      return [authority, { perMinute: count, name, header: `"${name}";q=${count};w=60` }];
    }),
  ) as Record<AuthorityClass, Policy>;

const allowance = ({ name, header }: Policy, taken: Taken): Allowance => {
  const seconds = Math.ceil((taken.granted ? taken.fullMs : taken.waitMs) / 1_000);
  const state = `"${name}";r=${taken.left};t=${seconds}`;
  const refused = taken.granted
    ? undefined
    : refusal('rate_limited', undefined, { retryAfterSeconds: Math.max(1, seconds) });
  return { state, policy: header, refused };
};
