/** Uploads of users by signed URL. The sizes of each category are in `upload-categories.ts`. */
import { KiB, MINUTE, SECOND } from './units.ts';

export const uploadLimits = {
  uploadUrlTtlSeconds: 900,
  /** After its URL has expired an upload may still be under way for so long; then its place is cleared. */
  uploadGraceMs: 60 * MINUTE,
  uploadFilenameCharsMax: 255,
  /** The embedded store takes so many at once: of all workspaces, of one, and of one user in any of them. */
  uploadsAtOnceMax: 16,
  uploadsAtOncePerWorkspaceMax: 4,
  uploadsAtOncePerUserMax: 4,
  /** The least speed of an upload, and how far it may be behind that before it is cut. */
  uploadBytesPerSecondMin: 256 * KiB,
  uploadAllowanceMs: 30 * SECOND,
  /** While all places are taken, one that is so far behind gives way to a newcomer. */
  uploadYieldMs: 2 * SECOND,
  uploadCheckMs: 1 * SECOND,
  /** Pictures that are looked at at once: each is in memory as a whole. */
  uploadPicturesAtOnceMax: 2,
  /** Uploads that wait to be looked at, beside those. */
  uploadsWaitingMax: 64,
  uploadMediaMsMax: 180 * MINUTE,
} as const;
