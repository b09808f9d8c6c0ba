/** The loudness of a film: -16 LUFS, as of streaming services, with true peaks of -1 dBTP at most. */
import { TARGET_LUFS } from '../plan/geometry.ts';
import { type FilmTools, SILENCE_LUFS } from '../tools/film-tools.ts';
import { mixed, type Sounds } from './mix.ts';

/** More is the noise of a recording without a voice. */
const GAIN_MAX = 40;
/** A limiter takes some loudness away: what lacks then is added once more. */
const TRIES = 2;
const CLOSE_ENOUGH = 0.3;

/** The gain that brings the mix there, in dB; null where all is silent. The mix is made anew for each look. */
export const gainFor = async (tools: FilmTools, sounds: Sounds, samples: number): Promise<number | null> => {
  const { louder, loudnessOf } = tools;
  const { integrated } = await loudnessOf(mixed(tools, sounds, samples), { withPeak: false });
  if (integrated <= SILENCE_LUFS) return null;
  let gain = Math.min(GAIN_MAX, TARGET_LUFS - integrated);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = await loudnessOf(louder(mixed(tools, sounds, samples), gain), { withPeak: false });
    const lacking = TARGET_LUFS - made.integrated;
    if (Math.abs(lacking) <= CLOSE_ENOUGH) break;
    gain = Math.min(GAIN_MAX, gain + lacking);
  }
  return gain;
};
