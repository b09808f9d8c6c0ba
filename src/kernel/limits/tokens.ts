/** Tokens and key sets. */
import { KiB, MINUTE, SECOND } from './units.ts';

export const tokenLimits = {
  tokenCacheMs: 60 * SECOND,
  tokenCacheMax: 10_000,
  clockToleranceSeconds: 30,
  tokenAgeMaxSeconds: 24 * 60 * 60,
  tokenTtlDefaultSeconds: 60 * 60,
  subjectCharsMax: 200,
  /** A code that signs the console in, once. */
  signInCodeMs: 10 * MINUTE,
  signInBodyBytesMax: 1 * KiB,
  /** A working day: the token of the console's tab. */
  signInTokenSeconds: 12 * 60 * 60,
  jwksBytesMax: 256 * KiB,
  jwksTimeoutMs: 5 * SECOND,
  /** A key id that is not known asks for the key set again at most this often. */
  jwksCooldownMs: 30 * SECOND,
  /** The same while it cannot be had. */
  jwksRetryMs: 5 * SECOND,
  /** A key set this old is asked for again, so that removed keys are noticed. */
  jwksAgeMaxMs: 5 * MINUTE,
  /** How long known keys are believed while the key set cannot be had. */
  jwksStaleMaxMs: 60 * MINUTE,
} as const;
