/** Uploads of users by signed URL. The sizes of each category are in `upload-categories.ts`. */
import { KiB, MINUTE, SECOND } from './units.ts';

export const uploadLimits = {
  uploadUrlTtlSeconds: 900,
  /** After its URL has expired an upload may still be under way for so long; then its place is cleared. */
  uploadGraceMs: 60 * MINUTE,
  uploadFilenameCharsMax: 255,
  /** The embedded store takes so many at once, of all workspaces and of one. */
  uploadsAtOnceMax: 16,
  uploadsAtOncePerWorkspaceMax: 4,
  /** One that comes more slowly than this, after a first allowance, is cut. */
  uploadBytesPerSecondMin: 256 * KiB,
  uploadAllowanceMs: 30 * SECOND,
  /** Pictures that are looked at at once: each is in memory as a whole. */
  uploadPicturesAtOnceMax: 2,
  /** Uploads that wait to be looked at, beside those. */
  uploadsWaitingMax: 64,
  uploadMediaMsMax: 180 * MINUTE,
} as const;
