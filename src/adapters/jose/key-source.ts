/**
 * The keys that tokens are checked with. The JWKS is loaded at the first use, and again when it is old. It is also
 * loaded when a token names a key that is not in it, at most once per cool-down.
 *
 * While the set cannot be loaded, known keys go on being believed for a bounded time. Without any: `unavailable`.
 */
import { createLocalJWKSet, type CryptoKey, errors, type JSONWebKeySet, type JWTHeaderParameters } from 'jose';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';

export type KeySource = {
  /**
   * The public key that a token's header names, and the generation of the keys that it is from. Rejects with jose's
   * `JWKSNoMatchingKey` (no such key), fault `unavailable` (not known), or the error of importing a bad key.
   */
  readonly keyFor: (header: JWTHeaderParameters) => Promise<{ readonly key: CryptoKey; readonly generation: number }>;
  /** The current generation, which grows whenever the keys change: results of earlier generations are stale. */
  readonly generation: () => number;
};

export type KeySourceOptions = {
  /** The JWKS as text: from a file, a URL or memory. Rejects when it cannot be had. */
  readonly load: () => Promise<string>;
  readonly clock: Pick<Clock, 'monotonic'>;
};

type Keys = {
  readonly text: string;
  readonly find: (header: JWTHeaderParameters) => Promise<CryptoKey>;
  readonly generation: number;
  /** Monotonic milliseconds. */
  readonly loadedAt: number;
};

export const createKeySource = ({ load, clock }: KeySourceOptions): KeySource => {
  let keys: Keys | undefined;
  let failure: unknown;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const attempt = async (): Promise<void> => {
    lastAttemptAt = clock.monotonic();
    try {
      const text = await load();
      if (text === keys?.text) {
        keys = { ...keys, loadedAt: lastAttemptAt };
      } else {
        const find = createLocalJWKSet(parse(text));
        keys = { text, find, generation: (keys?.generation ?? 0) + 1, loadedAt: lastAttemptAt };
      }
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  };

  /** Never rejects; callers that meet share one attempt. */
  const refresh = async (): Promise<void> => {
    underWay ??= attempt().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };

  const mayRefresh = (): boolean => {
    const pause = failure === undefined ? limits.jwksCooldownMs : limits.jwksRetryMs;
    return underWay !== undefined || clock.monotonic() - lastAttemptAt >= pause;
  };

  const usable = async (): Promise<Keys> => {
    const age = keys === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - keys.loadedAt;
    if (age >= limits.jwksAgeMaxMs && mayRefresh()) {
      const refreshed = refresh();
      // An endpoint that failed may hang: keys that are believed meanwhile wait for it once, and not at each try.
      if (failure === undefined || age >= limits.jwksStaleMaxMs) await refreshed;
    }
    if (keys === undefined || clock.monotonic() - keys.loadedAt >= limits.jwksStaleMaxMs) throw noKeys(failure);
    return keys;
  };

  const find = async (header: JWTHeaderParameters): ReturnType<KeySource['keyFor']> => {
    const { find, generation } = await usable();
    return { key: await find(header), generation };
  };

  const keyFor: KeySource['keyFor'] = async (header) => {
    try {
      return await find(header);
    } catch (error) {
      if (!isUnknownKey(error)) throw error;
    }
    if (mayRefresh()) await refresh();
    return find(header).catch((error: unknown) => {
      // The key may be in the set that cannot be loaded: to call the token invalid would be a guess.
      throw failure !== undefined && isUnknownKey(error) ? noKeys(failure) : error;
    });
  };

  return Object.freeze({ keyFor, generation: () => keys?.generation ?? 0 });
};

const isUnknownKey = (error: unknown): boolean => error instanceof errors.JWKSNoMatchingKey;

const noKeys = (cause: unknown): Fault =>
  new Fault('unavailable', 'there are no keys to check the token with', { cause });

const parse = (text: string): JSONWebKeySet => {
  if (text.length > limits.jwksBytesMax) throw new Error(`the key set is over ${limits.jwksBytesMax} bytes`);
  // createLocalJWKSet checks the shape itself, and throws on anything that is not a key set.
  return JSON.parse(text) as JSONWebKeySet;
};
