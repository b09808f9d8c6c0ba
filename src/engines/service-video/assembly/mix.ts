/**
 * Speech over music, which steps back while there is a voice. The mix is brought to -16 LUFS, and its true peaks to
 * -1 dBTP at most.
 */
import { RATE, TARGET_LUFS } from '../plan/geometry.ts';
import { SOUNDS } from '../tools/allowed.ts';
import { type FilmTools, SILENCE_LUFS } from '../tools/film-tools.ts';
import { BLOCK, strengthOf } from '../tools/sound-filters.ts';

/** Under a voice the music keeps this much of its strength: -14 dB. */
const DUCKED = 0.2;
/** Alone it is a little softer than a voice. */
const ALONE = 0.7;
/** A voice is above this mean strength: -46 dB. */
const VOICE = 0.005;
/** Time constants of the music's way down and back up, in seconds. */
const DOWN = 0.08;
const UP = 0.5;
/** The music fades out with the end of the film, in seconds. */
const FADE = 1.5;

const stepOf = (seconds: number): number => 1 - Math.exp(-1 / (seconds * RATE));

export type Sounds = { readonly speech: string | null; readonly music: string | null };

/**
 * The mix of a film of so many samples, block by block; the last block is shorter. The music hears the voice a block
 * before it is there, and so steps back in time.
 */
export async function* mixed(
  tools: FilmTools,
  { speech, music }: Sounds,
  samples: number,
): AsyncGenerator<Float32Array> {
  const voices = endless(tools, speech, 'the speech');
  const tunes = endless(tools, music, 'the music');
  const [down, up] = [stepOf(DOWN), stepOf(UP)];
  let gain = ALONE;
  let voice = (await voices.next()).value;
  try {
    for (let done = 0; done < samples; done += BLOCK) {
      const coming = (await voices.next()).value;
      const tune = (await tunes.next()).value;
      const aim = Math.max(strengthOf(voice), strengthOf(coming)) > VOICE ? DUCKED : ALONE;
      const block = new Float32Array(2 * Math.min(BLOCK, samples - done));
      for (let i = 0; i < block.length; i += 1) {
        const left = (samples - done - i / 2) / RATE / FADE;
        if (i % 2 === 0) gain += (aim - gain) * (aim < gain ? down : up);
        block[i] = (voice[i] ?? 0) + (tune[i] ?? 0) * gain * Math.min(1, left);
      }
      yield block;
      voice = coming;
    }
  } finally {
    await voices.return(undefined as never);
    await tunes.return(undefined as never);
  }
}

/** The samples of a sound file, then silence without end. Fault `rejected`: it is no sound that can be read. */
async function* endless(tools: FilmTools, path: string | null, thing: string): AsyncGenerator<Float32Array, never> {
  if (path !== null) yield* tools.blocksOf(path, thing, SOUNDS);
  for (;;) yield new Float32Array(2 * BLOCK);
}

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
