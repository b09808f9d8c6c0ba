/** Speech that is made here. */
import { KiB, MiB, MINUTE } from './units.ts';

export const speechLimits = {
  /** Characters of all lines of one call: an hour of speech. */
  speechCharsMax: 60 * KiB,
  speechLinesMax: 1_000,
  /** The latest that a line may begin, and the length of the sound: of the longest film, and more. */
  speechMsMax: 70 * MINUTE,
  /** Characters that are spoken at once; longer text is parted between words. */
  speechPieceCharsMax: 300,
  /** Of one word; a longer one is parted. */
  speechWordCharsMax: 60,
  /** Measured: 250 MiB, for an hour too. */
  speechMemoryBytesMax: 512 * MiB,
  speechHeapMiB: 256,
  /** Of one call: an hour of speech takes half a minute, and the machine may be busy. */
  speechDeadlineMs: 20 * MINUTE,
  /** Of a short call: any text of `tts`. It takes three seconds. */
  speechShortCharsMax: 5_000,
} as const;
