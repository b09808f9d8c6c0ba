/** Objects and signed URLs, embedded and on S3. */
import { DAY, KiB, MiB, MINUTE, SECOND } from './units.ts';

export const objectLimits = {
  signedUrlTtlSeconds: 3_600,
  /** Expiries are rounded up to whole windows so that answers with URLs can be cached. */
  signedUrlWindowSeconds: 300,
  /** Signed URLs remembered, so that polls do not sign the same ones again. */
  signedUrlCacheMax: 20_000,
  /** An hour of film at 1080P: one object, as S3 takes it in one request of at most 5 GiB. */
  objectBytesMax: 4_096 * MiB,
  objectKeyCharsMax: 300,
  /** Keys and folders that one process knows to be durable; a forgotten one is synced again. */
  objectsKnownMax: 50_000,
  /** A draft this old belongs to no writer: a crash left it. */
  objectDraftAgeMaxMs: 60 * MINUTE,
  /** Leftovers of the process before may be too young to be told at the start: they are looked for again. */
  sweepEveryMs: 1 * DAY,
  /** Bytes of an object that is held whole which are hashed before the event loop may get its turn. */
  hashSliceBytes: 64 * KiB,
  objectReadChunkBytes: 256 * KiB,
  /** Files that are hashed at once before they are read, and those of one workspace; the others wait. */
  fileHashesMax: 2,
  fileHashesPerWorkspaceMax: 1,
  fileHashesWaitingMax: 1_000,
  /** Files that one process has found whole, and for how long: as long as the copy in a browser is used unasked. */
  wholeFilesKnownMax: 10_000,
  wholeFilesKnownMs: 5 * MINUTE,
  /** Two changes of one file that are closer than this may have the same time, on the coarsest file systems. */
  fileTimeGrainMs: 2 * SECOND,
  /** Pictures that were just stored, kept for their score. */
  recentObjectsBytesMax: 32 * MiB,
  /** Archives of frames that one process knows to be there, and calls that wait for one to be made. */
  archivesKnownMax: 1_000,
  archiveWaitersMax: 64,
  s3ConnectMs: 3 * SECOND,
  /** A connection without a byte for so long is given up. */
  s3SilenceMs: 10 * SECOND,
  /** A call with its repeats, beside the time that its bytes take at `s3BytesPerSecondMin`. */
  s3CallMs: 20 * SECOND,
  s3BytesPerSecondMin: 1 * MiB,
  s3AttemptsMax: 3,
  /** Before a put is sent again that met another one of the same key. */
  s3ConflictRetryMs: 50,
  s3ConnectionsMax: 64,
} as const;
