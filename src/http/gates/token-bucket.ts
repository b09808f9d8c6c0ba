/** Token buckets, many of them within a bound. Pure but for its own state: the time comes from the caller. */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';

export type Taken = {
  readonly granted: boolean;
  /** Whole tokens left. */
  readonly left: number;
  /** Milliseconds until the next token, when there is none. */
  readonly waitMs: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullMs: number;
};

export type TokenBuckets = {
  /** Takes a token of the bucket `key`, which holds `capacity` and fills once a minute. `nowMs` is monotonic. */
  take(key: string, capacity: number, nowMs: number): Taken;
  /** Puts the token back that was taken of a bucket at this moment. */
  giveBack(key: string): void;
};

type Bucket = { tokens: number; at: number };

const MINUTE_MS = 60_000;

/** A forgotten bucket is full: no user is locked out by the requests of others. */
export const createTokenBuckets = (bucketsMax: number = limits.rateBucketsMax): TokenBuckets => {
  const buckets = createBoundedMap<string, Bucket>(bucketsMax);
  return Object.freeze({
    take: (key: string, capacity: number, nowMs: number) => {
      const msPerToken = MINUTE_MS / capacity;
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        bucket = { tokens: capacity, at: nowMs };
        buckets.set(key, bucket);
      }
      bucket.tokens = Math.min(capacity, bucket.tokens + (nowMs - bucket.at) / msPerToken);
      bucket.at = nowMs;
      const granted = bucket.tokens >= 1;
      if (granted) bucket.tokens -= 1;
      return {
        granted,
        left: Math.floor(bucket.tokens),
        waitMs: granted ? 0 : (1 - bucket.tokens) * msPerToken,
        fullMs: (capacity - bucket.tokens) * msPerToken,
      };
    },
    giveBack: (key: string) => {
      const bucket = buckets.get(key);
      // A forgotten one is full.
      if (bucket !== undefined) bucket.tokens += 1;
    },
  });
};
