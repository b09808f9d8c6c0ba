/**
 * The last step of all sound: samples of any level become a WAV file of one loudness, without a clipped sample. A
 * system call may write a part, and the last one before a disk is full does: `writeFileSync` goes on, or throws.
 */
import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { createLimiter } from './limiter.ts';
import { createLoudnessMeter } from './loudness.ts';
import { type WavFormat, wavHeader } from './wav.ts';

const TARGET_LUFS = -16;
/** Peaks between the samples are higher than any sample, by less than a decibel of such sound. */
const CEILING = 10 ** (-2.5 / 20);
/** Sound that is nearly silent stays so. */
const GAIN_MAX = 10 ** (40 / 20);
const CHUNK_FRAMES = 16_384;
const DRAFT_FILE = 'draft.f32';

export type Master = {
  /** One array for each channel, of one length. */
  add(channels: readonly Float32Array[]): void;
  /** Frames so far. */
  frames(): number;
  /** Writes the file. The last `fadeSeconds` fade out. */
  finish(path: string, fadeSeconds: number): void;
};

/**
 * Keeps the samples in a file of the current folder until `finish`, as the gain follows from all of them. Its arrays
 * are used again: an hour of sound takes the memory of a minute.
 */
export const createMaster = (format: WavFormat): Master => {
  const { rate, channels } = format;
  const draft = openSync(DRAFT_FILE, 'w+');
  const kept = createPieces(draft, new Float32Array(CHUNK_FRAMES * channels));
  const meter = createLoudnessMeter(rate, channels);
  let frames = 0;

  return {
    add: (samples) => {
      const length = samples[0]?.length ?? 0;
      for (let n = 0; n < length; n += 1) {
        for (let channel = 0; channel < channels; channel += 1) kept.put(samples[channel]?.[n] ?? 0);
      }
      meter.add(samples);
      frames += length;
    },
    frames: () => frames,
    finish: (path, fadeSeconds) => {
      kept.end();
      const file = openSync(path, 'w');
      const loudness = meter.integrated();
      const gain = Number.isFinite(loudness) ? Math.min(GAIN_MAX, 10 ** ((TARGET_LUFS - loudness) / 20)) : 1;
      const fade = Math.max(1, Math.round(fadeSeconds * rate));
      writeFileSync(file, wavHeader(format, frames));
      const out = createPieces(file, new Int16Array(CHUNK_FRAMES * channels));
      const limiter = createLimiter(rate, channels, CEILING);
      const frame = new Float32Array(channels);
      const chunk = new Float32Array(CHUNK_FRAMES * channels);
      for (let at = 0; at < frames + limiter.delayFrames; at += CHUNK_FRAMES) {
        // Silence follows the last frame, until the limiter has given all.
        const read = readSync(draft, new Uint8Array(chunk.buffer), { position: at * channels * 4 });
        chunk.fill(0, read / 4);
        for (let n = 0; n < CHUNK_FRAMES && at + n < frames + limiter.delayFrames; n += 1) {
          for (let channel = 0; channel < channels; channel += 1) {
            frame[channel] = (chunk[n * channels + channel] ?? 0) * gain;
          }
          limiter.push(frame);
          const place = at + n - limiter.delayFrames;
          if (place < 0) continue;
          const level = Math.min(1, (frames - place) / fade);
          for (let channel = 0; channel < channels; channel += 1) {
            out.put(Math.round((frame[channel] ?? 0) * level * 32_767));
          }
        }
      }
      out.end();
      closeSync(file);
      ftruncateSync(draft);
      closeSync(draft);
      rmSync(DRAFT_FILE);
    },
  };
};

/** Samples that are written in pieces as large as `piece`. */
const createPieces = (file: number, piece: Float32Array | Int16Array) => {
  let filled = 0;
  const end = (): void => {
    writeFileSync(file, piece.subarray(0, filled));
    filled = 0;
  };
  return {
    put: (sample: number): void => {
      piece[filled++] = sample;
      if (filled === piece.length) end();
    },
    end,
  };
};
