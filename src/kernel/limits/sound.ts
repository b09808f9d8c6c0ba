/** Sound that is made here. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const soundLimits = {
  musicMsMin: 1 * SECOND,
  /** As long as the longest film. */
  musicMsMax: 60 * MINUTE,
  /** Words and code of the synthesiser, its instruments, and what it has under way; measured: 220 MiB. */
  musicMemoryBytesMax: 512 * MiB,
  musicHeapMiB: 256,
  /** Of one call: an hour of music takes three minutes, and the machine may be busy. */
  musicDeadlineMs: 30 * MINUTE,
  /** Files of the job beside the sound: words, answer and request. */
  soundBesideBytesMax: 16 * MiB,
} as const;
