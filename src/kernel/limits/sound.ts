/** Sound that is made here, and sound that films are made of. */
import { MiB, MINUTE, SECOND } from './units.ts';

export const soundLimits = {
  /** spec: 100 MB of a voice or of music. */
  sourceAudioBytesMax: 100 * MiB,
  /** A shorter sound has no loudness: it is measured over 0.4 s, and a film has 5 s. */
  sourceAudioMsMin: 1 * SECOND,
  /** Sounds of the workspace that one process reads at once, and calls that wait for that. */
  sourceAudioReadsMax: 4,
  sourceAudioReadersWaitingMax: 64,
  /** When a sound whose host did not answer is worth another call. */
  sourceAudioRetrySeconds: 30,
  /** Samples a second of a sound from elsewhere. */
  soundRateMin: 8_000,
  soundRateMax: 192_000,
  musicMsMin: 1 * SECOND,
  /** As long as the longest film. */
  musicMsMax: 60 * MINUTE,
  /** Words and code of the synthesiser, its instruments, and what it has under way; measured: 220 MiB. */
  musicMemoryBytesMax: 512 * MiB,
  musicHeapMiB: 256,
  /** Of one call: an hour of music takes three minutes, and the machine may be busy. */
  musicDeadlineMs: 30 * MINUTE,
  /** Of a short call: any music that a client waits for. It takes 15 s. */
  musicShortMsMax: 5 * MINUTE,
  /** Files of the job beside the sound: words, answer and request. */
  soundBesideBytesMax: 16 * MiB,
} as const;
