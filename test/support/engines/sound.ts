/** Sound of an engine, read and measured. */
import type { ExecutionContext } from 'ava';
import { createLoudnessMeter } from '../../../src/engines/sound/loudness.ts';
import { assert } from '../../../src/kernel/faults.ts';
import type { Engine, EngineRequest, Output } from '../../../src/ports/engine.ts';
import { tempScratch } from '../process/temp-scratch.ts';

export type Sound = {
  readonly rate: number;
  /** Samples of each channel, from -1 to 1. */
  readonly channels: readonly Float32Array[];
  readonly seconds: number;
};

export const wavOf = (bytes: Buffer): Sound => {
  assert(bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 16) === 'WAVEfmt ', 'a WAV file');
  assert(bytes.readUInt32LE(4) === bytes.length - 8 && bytes.readUInt32LE(40) === bytes.length - 44, 'its sizes');
  const [count, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const frames = (bytes.length - 44) / 2 / count;
  const channels = Array.from({ length: count }, (_, channel) =>
    new Float32Array(frames).map((__, n) => bytes.readInt16LE(44 + (n * count + channel) * 2) / 32_767),
  );
  return { rate, channels, seconds: frames / rate };
};

export const loudnessOf = ({ rate, channels }: Sound): number => {
  const meter = createLoudnessMeter(rate, channels.length);
  meter.add(channels);
  return meter.integrated();
};

/** In dBFS, between the samples too: three points between each two, by a sinc of 16 samples. */
export const truePeakOf = ({ channels }: Sound): number => {
  const kernels = [0.25, 0.5, 0.75].map((part) =>
    Array.from({ length: 16 }, (_, n) => {
      const x = n - 7 - part;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / 8);
      return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
    }),
  );
  let peak = 0;
  for (const samples of channels) {
    for (let n = 0; n < samples.length; n += 1) {
      const level = Math.abs(samples[n] ?? 0);
      peak = Math.max(peak, level);
      // No point between two small samples is a peak.
      if (level < 0.5) continue;
      for (const kernel of kernels) {
        let sum = 0;
        for (const [k, weight] of kernel.entries()) sum += weight * (samples[n + k - 7] ?? 0);
        peak = Math.max(peak, Math.abs(sum));
      }
    }
  }
  return 20 * Math.log10(peak);
};

/** Root mean square of the first channel between two times. */
export const levelOf = ({ rate, channels }: Sound, fromMs = 0, toMs = Infinity): number => {
  const part = (channels[0] ?? new Float32Array()).subarray((fromMs / 1_000) * rate, (toMs / 1_000) * rate);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
};

/** Crossings of zero a second: more of them, the brighter a sound is. */
export const brightnessOf = ({ channels: [samples = new Float32Array()], seconds }: Sound): number =>
  samples.reduce((count, sample, n) => count + (n > 0 && sample >= 0 !== (samples[n - 1] ?? 0) >= 0 ? 1 : 0), 0) /
  seconds;

export type Made = { readonly output: Output; readonly bytes: Buffer; readonly sound: Sound };

/** One call, whose scratch folder is gone when the sound is read. */
export const makeSound = async <R extends EngineRequest>(
  t: ExecutionContext,
  engine: Engine<R>,
  request: R,
): Promise<Made> => {
  const scratch = tempScratch(t).open();
  const answer = await engine.perform('attempt', request, scratch, new AbortController().signal);
  assert(answer.kind === 'done' && typeof answer.output.content === 'function', 'sound is made at once, as a file');
  const bytes = Buffer.concat(await Array.fromAsync(answer.output.content()));
  await scratch.remove();
  return { output: answer.output, bytes, sound: wavOf(bytes) };
};
