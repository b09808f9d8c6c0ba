/**
 * URLs that carry their own proof: HMAC-SHA256 over method, key, expiry and, for uploads, size. The content type is
 * covered too, because the key's extension is the type. The host is not: one key signs for one data folder only.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { isObjectKey, typeOfKey } from '../../kernel/object-key.ts';
import type { SignedUrl } from '../../ports/object-store.ts';
import type { SignedGrant } from '../../ports/signed-objects.ts';

export type UrlSignerOptions = {
  /** Where the objects are served: a path, or an origin and a path, e.g. `/api/v1/objects`. No slash at the end. */
  readonly base: string;
  /** At least 32 random bytes. */
  readonly signingKey: Uint8Array;
};

export type UrlSigner = {
  /** `nowMs` is wall time. The expiry is rounded up to a whole window. */
  readonly signGet: (key: string, ttlSeconds: number, nowMs: number) => SignedUrl;
  /** The expiry is exact: every upload has a key of its own, so there is nothing to be cached. */
  readonly signPut: (key: string, sizeMax: number, ttlSeconds: number, nowMs: number) => SignedUrl;
  readonly verify: (method: string, target: string, nowMs: number) => SignedGrant | undefined;
};

export const SIGNING_KEY_BYTES_MIN = 32;
/** Members are in the order that we write: one grant has one text, and no other spelling. */
const QUERY = /^expires=([1-9][0-9]{0,11})(?:&size=([1-9][0-9]{0,11}))?&signature=([\w-]{43})$/;

export const createUrlSigner = ({ base, signingKey }: UrlSignerOptions): UrlSigner => {
  assert(signingKey.byteLength >= SIGNING_KEY_BYTES_MIN, `a signing key has at least ${SIGNING_KEY_BYTES_MIN} bytes`);
  assert(/^(https?:\/\/[^/?#\s]+)?(\/[\w.-]+)+$/.test(base), `not a base for object URLs: ${base}`);
  const secret = createSecretKey(signingKey);
  const path = base.replace(/^https?:\/\/[^/]+/, '');
  const signed = createBoundedMap<string, SignedUrl>(limits.signedUrlCacheMax);

  const signatureOf = (method: 'GET' | 'PUT', key: string, expires: number, size: number): string =>
    createHmac('sha256', secret).update(`object-url-1\n${method}\n${key}\n${expires}\n${size}`).digest('base64url');

  const urlOf = (key: string, query: string, expires: number): SignedUrl =>
    Object.freeze({ url: `${base}/${key}?${query}`, expiresAt: new Date(expires * 1_000).toISOString() });

  const signGet: UrlSigner['signGet'] = (key, ttlSeconds, nowMs) => {
    const window = limits.signedUrlWindowSeconds;
    const expires = Math.ceil((nowMs / 1_000 + ttlSeconds) / window) * window;
    const name = `${expires} ${key}`;
    const before = signed.get(name);
    if (before !== undefined) return before;
    const url = urlOf(key, `expires=${expires}&signature=${signatureOf('GET', key, expires, 0)}`, expires);
    signed.set(name, url);
    return url;
  };

  const signPut: UrlSigner['signPut'] = (key, sizeMax, ttlSeconds, nowMs) => {
    const expires = Math.ceil(nowMs / 1_000 + ttlSeconds);
    const signature = signatureOf('PUT', key, expires, sizeMax);
    return urlOf(key, `expires=${expires}&size=${sizeMax}&signature=${signature}`, expires);
  };

  const verify: UrlSigner['verify'] = (method, target, nowMs) => {
    const parts = partsOf(target, path);
    const writes = method === 'PUT';
    if (parts === undefined || (!writes && method !== 'GET' && method !== 'HEAD')) return undefined;
    const { key, expires, size, signature } = parts;
    if (!equal(signature, signatureOf(writes ? 'PUT' : 'GET', key, expires, size))) return undefined;
    if (nowMs >= expires * 1_000) return undefined;
    const grant = { key, contentType: typeOfKey(key), expiresAt: expires };
    return writes ? { method: 'PUT', ...grant, sizeMax: size } : { method: 'GET', ...grant };
  };

  return Object.freeze({ signGet, signPut, verify });
};

type Parts = { readonly key: string; readonly expires: number; readonly size: number; readonly signature: string };

const partsOf = (target: string, path: string): Parts | undefined => {
  const mark = target.indexOf('?');
  if (mark === -1 || !target.startsWith(`${path}/`)) return undefined;
  const key = target.slice(path.length + 1, mark);
  const query = QUERY.exec(target.slice(mark + 1));
  if (query === null || !isObjectKey(key)) return undefined;
  const [, expires = '', size = '0', signature = ''] = query;
  return { key, expires: Number(expires), size: Number(size), signature };
};

const equal = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
