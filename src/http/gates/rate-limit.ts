/**
 * How many requests of a class a workspace may make. Per process: the ledger stream decides bounds across processes
 * (open holds, running jobs).
 *
 * Every request draws on the bucket of its user, which holds as much as that of a workspace: new workspaces are free,
 * and give no more. This gate is before the check of membership, so a workspace is only a claim here. A user that the
 * tenant gate has admitted before also draws on the workspace's bucket, shared with its other members. So strangers
 * cannot exhaust the allowance of a workspace. A removed member loses the share with the first refusal.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits, rateLimits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { AuthorityClass } from '../contract/operation.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import { createTokenBuckets, type Taken } from './token-bucket.ts';

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
  /** The verdict of the tenant gate, so that the next claim counts for the workspace, or no longer does. */
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
      const now = clock.monotonic();
      const shared = members.get(`${userKey} ${workspaceId}`) === true;
      // Each user has as much as a workspace: new workspaces are free, and give no more.
      const ownKey = `${policy.name} ${userKey}`;
      const own = buckets.take(ownKey, policy.perMinute, now);
      if (!shared || !own.granted) return allowance(policy, own);
      const ours = buckets.take(`${policy.name} ${workspaceId}`, policy.perMinute, now);
      // Calls of others exhaust a workspace alone: the user keeps its allowance for other ones.
      if (!ours.granted) buckets.giveBack(ownKey);
      return allowance(policy, ours.granted && own.left < ours.left ? own : ours);
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
