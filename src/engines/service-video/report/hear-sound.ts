/** The sound of a film: its loudness, its peaks, and the longest silence. */
import type { Stream } from 'node-av/lib';
import type { Input } from '../av/input.ts';
import { loudnessOf, type Loudness } from '../av/loudness.ts';
import { blocksIn } from '../av/samples.ts';
import { RATE } from '../plan/geometry.ts';

/** -60 dB of full scale: weaker sound is heard as silence. */
const SILENT = 0.001;

export type Heard = Loudness & { readonly longestSilence: number };

export const hearSound = async (input: Input, stream: Stream): Promise<Heard> => {
  let [now, longest] = [0, 0];
  async function* watched(): AsyncGenerator<Float32Array> {
    for await (const block of blocksIn(input, stream)) {
      let squares = 0;
      for (const sample of block) squares += sample * sample;
      const silent = Math.sqrt(squares / block.length) < SILENT;
      now = silent ? now + (block.length * 500) / RATE : 0;
      longest = Math.max(longest, now);
      yield block;
    }
  }
  const loudness = await loudnessOf(watched(), { withPeak: true });
  return { ...loudness, longestSilence: Math.round(longest) };
};
