/** The last step of all sound: samples of any level become a WAV file of one loudness, without a clipped sample. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { createPieces, type Mix, openMix, type Passage, PIECE_FRAMES } from './draft.ts';
import { createLimiter } from './limiter.ts';
import { createLoudnessMeter } from './loudness.ts';
import { type WavFormat, wavHeader } from './wav.ts';

const TARGET_LUFS = -16;
/** Peaks between the samples are higher than any sample, by less than a decibel of such sound. */
const CEILING = 10 ** (-2.5 / 20);
/** Sound that is nearly silent stays so. */
const GAIN_MAX = 10 ** (40 / 20);

export type Drafted = WavFormat & {
  /** In the order of their beginnings. */
  readonly passages: readonly Passage[];
  readonly frames: number;
};

/** Writes the file. The last `fadeSeconds` fade out. */
export const master = (drafted: Drafted, path: string, fadeSeconds: number): void => {
  const mix = openMix(drafted.passages, drafted.channels);
  const gain = gainOf(drafted, mix);
  const file = openSync(path, 'w');
  writeFileSync(file, wavHeader(drafted, drafted.frames));
  writeSamples(file, drafted, mix, { gain, fade: Math.max(1, Math.round(fadeSeconds * drafted.rate)) });
  closeSync(file);
  mix.close();
};

const gainOf = ({ rate, channels, frames }: Drafted, mix: Mix): number => {
  const meter = createLoudnessMeter(rate, channels);
  const piece = new Float32Array(PIECE_FRAMES * channels);
  const samples = Array.from({ length: channels }, () => new Float32Array(PIECE_FRAMES));
  for (let at = 0; at < frames; at += PIECE_FRAMES) {
    mix.read(at, piece);
    for (const [channel, own] of samples.entries()) {
      for (let n = 0; n < PIECE_FRAMES; n += 1) own[n] = piece[n * channels + channel] ?? 0;
    }
    const length = Math.min(PIECE_FRAMES, frames - at);
    meter.add(samples.map((own) => own.subarray(0, length)));
  }
  const loudness = meter.integrated();
  return Number.isFinite(loudness) ? Math.min(GAIN_MAX, 10 ** ((TARGET_LUFS - loudness) / 20)) : 1;
};

const writeSamples = (
  file: number,
  { rate, channels, frames }: Drafted,
  mix: Mix,
  { gain, fade }: { readonly gain: number; readonly fade: number },
): void => {
  const out = createPieces(file, new Int16Array(PIECE_FRAMES * channels));
  const limiter = createLimiter(rate, channels, CEILING);
  const frame = new Float32Array(channels);
  const piece = new Float32Array(PIECE_FRAMES * channels);
  // Silence follows the last frame, until the limiter has given all.
  const until = frames + limiter.delayFrames;
  for (let at = 0; at < until; at += PIECE_FRAMES) {
    mix.read(at, piece);
    for (let n = 0; n < PIECE_FRAMES && at + n < until; n += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        frame[channel] = at + n < frames ? (piece[n * channels + channel] ?? 0) * gain : 0;
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
};
