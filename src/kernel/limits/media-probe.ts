/** Looks at sound and video files of unknown origin. The caller bounds their bytes and their duration. */
import { KiB, SECOND } from './units.ts';

export const mediaProbeLimits = {
  /** For one file, the start of its child included: on a busy machine that takes seconds. */
  mediaProbeMs: 45 * SECOND,
  /** Of JavaScript, and of the whole child. */
  mediaProbeHeapMiB: 256,
  mediaProbeMemoryMiB: 512,
  /** Its order and its answer. */
  mediaProbeOutputBytesMax: 256 * KiB,
  mediaTracksMax: 8,
  /** Of a video track: 4096 x 2304. */
  mediaPixelsMax: 9_437_184,
} as const;
