/** The sound of a film: its loudness, its peaks, and the longest silence. */
import { RATE } from '../plan/geometry.ts';
import type { FilmTools, Loudness } from '../tools/film-tools.ts';
import { strengthOf } from '../tools/sound-filters.ts';

/** -60 dB of full scale: weaker sound is heard as silence. */
const SILENT = 0.001;

export type Heard = Loudness & { readonly longestSilence: number };

export const hearSound = async (
  { loudnessOf }: Pick<FilmTools, 'loudnessOf'>,
  blocks: AsyncIterable<Float32Array>,
): Promise<Heard> => {
  let [now, longest] = [0, 0];
  async function* watched(): AsyncGenerator<Float32Array> {
    for await (const block of blocks) {
      now = strengthOf(block) < SILENT ? now + (block.length * 500) / RATE : 0;
      longest = Math.max(longest, now);
      yield block;
    }
  }
  const loudness = await loudnessOf(watched(), { withPeak: true });
  return { ...loudness, longestSilence: Math.round(longest) };
};
