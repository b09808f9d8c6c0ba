/** Signed URLs of objects: their address, their time, and the conditions of an upload. */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { typeOfKey } from '../../kernel/object-key.ts';
import type { SignedUrl } from '../../ports/object-store.ts';
import { presign, type PresignedRequest, type SigningKeys } from './presign.ts';

export type UrlSignerOptions = SigningKeys & {
  /** Where clients reach the server: scheme, host and port. */
  readonly origin: string;
  readonly bucket: string;
};

export type UrlSigner = {
  /** `nowMs` is wall time. The expiry is rounded up to a whole window. */
  readonly signGet: (key: string, ttlSeconds: number, nowMs: number) => SignedUrl;
  /**
   * The expiry is exact. Takes `size` bytes, no more and no less, of this type, under a key that is free; null for any
   * size.
   */
  readonly signPut: (
    key: string,
    contentType: string,
    size: number | null,
    ttlSeconds: number,
    nowMs: number,
  ) => SignedUrl;
};

/** Seconds; S3 knows no URL that lives longer. */
const LIFETIME_MAX = 604_800;

/** A URL is dated back by so much. A server whose clock is behind ours takes none from the future. */
const SKEW_SECONDS = limits.signedUrlWindowSeconds;

/** S3's own condition for "only if the key is free"; it is signed, so the upload cannot leave it out. */
const ONCE = Object.freeze({ 'if-none-match': '*' });

export const createUrlSigner = ({ origin, bucket, ...keys }: UrlSignerOptions): UrlSigner => {
  const signed = createBoundedMap<string, SignedUrl>(limits.signedUrlCacheMax);

  /** Holds from `from` until `until`, in seconds since the epoch. */
  const sign = (
    key: string,
    from: number,
    until: number,
    rest: Pick<PresignedRequest, 'method' | 'headers' | 'query'>,
  ): Omit<SignedUrl, 'headers'> => {
    assert(until - from <= LIFETIME_MAX, `no URL of S3 holds for longer than ${LIFETIME_MAX} s`);
    const url = presign(keys, { ...rest, origin, path: `/${bucket}/${key}`, from, lifetime: until - from });
    return { url, expiresAt: new Date(until * 1_000).toISOString() };
  };

  const signGet: UrlSigner['signGet'] = (key, ttlSeconds, nowMs) => {
    const window = limits.signedUrlWindowSeconds;
    const windows = Math.ceil(ttlSeconds / window) + 1;
    const until = Math.ceil((nowMs / 1_000 + ttlSeconds) / window) * window;
    const name = `${until} ${windows} ${key}`;
    const before = signed.get(name);
    if (before !== undefined) return before;
    // Dated by the window as well, so that all calls within one get the same URL.
    // The name tells the type: a copy into the bucket by another tool may have lost it.
    const get = { method: 'GET', query: { 'response-content-type': typeOfKey(key) } } as const;
    const url = Object.freeze(sign(key, until - windows * window - SKEW_SECONDS, until, get));
    signed.set(name, url);
    return url;
  };

  const signPut: UrlSigner['signPut'] = (key, contentType, size, ttlSeconds, nowMs) => {
    const until = Math.ceil(nowMs / 1_000 + ttlSeconds);
    const sized = size === null ? {} : { 'content-length': String(size) };
    const headers = { ...ONCE, ...sized, 'content-type': contentType };
    const url = sign(key, Math.floor(nowMs / 1_000) - SKEW_SECONDS, until, { method: 'PUT', headers });
    return Object.freeze({ ...url, headers: ONCE });
  };

  return Object.freeze({ signGet, signPut });
};
