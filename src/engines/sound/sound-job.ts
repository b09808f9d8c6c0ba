/** The job of a child process that makes a sound, as its engine sees it. */
import { limits } from '../../kernel/limits.ts';
import { type WavFormat, wavBytes } from './wav.ts';

const DRAFT_SAMPLE_BYTES = 4;

/** All files of a job that makes so much sound: the draft of `createMaster`, the sound, and small ones. */
export const soundJobBytesMax = ({ rate, channels }: WavFormat, ms: number): number => {
  const frames = Math.ceil((ms / 1_000) * rate);
  return frames * channels * DRAFT_SAMPLE_BYTES + wavBytes({ channels }, frames) + limits.soundBesideBytesMax;
};

/** The answer: how many frames the sound has. Undefined for any other value. */
export const soundAnswer = (value: unknown): { readonly frames: number } | undefined => {
  if (typeof value !== 'object' || value === null || !('frames' in value)) return undefined;
  const { frames } = value;
  return typeof frames === 'number' && Number.isSafeInteger(frames) && frames > 0 ? { frames } : undefined;
};
