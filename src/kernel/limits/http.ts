/** Requests, connections, bodies and tokens. */
import { KiB, MiB, MINUTE, SECOND } from './units.ts';

export const httpLimits = {
  bodyBytesMax: 1 * MiB,
  bodyBytesStoryboardMax: 16 * MiB,
  jsonDepthMax: 32,
  /** When a call that met a full disk may be sent again: a person makes room, or a clean-up does. */
  storageFullRetrySeconds: 30,
  /** Wrong members that one refusal names. */
  errorDetailsMax: 100,
  headersMax: 100,
  headerBytesMax: 16 * KiB,
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  /** Connections of one process. Past it a newcomer takes the place of one that waits for its client. */
  connectionsMax: 2_000,
  /** Connections of one address (IPv6: one network of 64 bits) on which a request has begun and is not whole. */
  halfOpenPerAddressMax: 256,
  /** Requests of one connection that wait for their answers. */
  pipelinedRequestsMax: 128,
  /** The least speed of a client that reads an answer, and how far it may be behind that. */
  readerBytesPerSecondMin: 16 * KiB,
  readerStallMs: 30 * SECOND,
  /** How often the log says that connections were cut. */
  cutsToldEveryMs: 10 * SECOND,
  connectionsCheckMs: 1 * SECOND,
  keepAliveMs: 10 * SECOND,
  requestsPerSocketMax: 100_000,
  /** Bytes of request bodies held at once by one process; past it, the body that is late gives way. */
  bodiesHeldBytesMax: 256 * MiB,
  /** The same, of one user. */
  bodiesHeldPerUserBytesMax: 64 * MiB,
  /** Bodies of operations that ask for no token, and take none or an empty one. */
  bodyBytesPublicMax: 1 * KiB,
  /** Larger bodies are parsed and checked on a thread. */
  bodyInlineBytesMax: 16 * KiB,
  /** Characters of a list that come from the thread in one piece, or one item. */
  bodyPieceChars: 64 * KiB,
  /** Of a body that is put together from its chunks, before others have their turn. */
  bodySliceBytes: 1 * MiB,
  /** In which the thread is through with any body, also on a busy machine; past it, it counts as stuck. */
  bodyJudgeMaxMs: 30 * SECOND,
  /** Memory of that thread; a body that needs more is answered 503. */
  bodyThreadHeapMiB: 512,
  /** Values in one body, at any depth: the largest one that is valid has a tenth of it. */
  jsonValuesMax: 50_000,
  /** Larger answers are compressed for clients that take it . */
  compressOverBytes: 8 * KiB,
  /** How long a browser remembers the permissions of a page of another origin; none does for longer. */
  preflightSeconds: 2 * 60 * 60,
  pathCharsMax: 4_096,
  idempotencyKeyCharsMax: 255,
  tokenBytesMax: 8 * KiB,
  rateBucketsMax: 50_000,

  // Tokens and key sets.
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
