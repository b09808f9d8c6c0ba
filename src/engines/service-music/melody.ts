/** Melodies: a motif of two bars that is answered, repeated and closed. */
import type { Random } from '../prompt/random.ts';
import { melodyBars } from './patterns.ts';

/** Of one bar: a rhythm, and a step of the scale for each of its strokes. */
export type MelodyBar = { readonly rhythm: string; readonly steps: readonly number[] };

const PHRASE_BARS = 4;
/** Steps of the scale around the tonic that a melody keeps to. */
const LOW = -3;
const HIGH = 9;

const strokesIn = (rhythm: string): number => rhythm.replaceAll('.', '').length;

/** The nearest step that belongs to the chord, in any octave. */
const chordTone = (chord: readonly number[], near: number): number => {
  const tones = chord.flatMap((step) => [step - 7, step, step + 7]);
  return tones.reduce((best, tone) => (Math.abs(tone - near) < Math.abs(best - near) ? tone : best));
};

const rhythmOf = (energy: number, random: Random): string => {
  const busiest = melodyBars.length - 1;
  const level = Math.max(0, Math.min(busiest, Math.round(energy * busiest + random.between(-0.6, 0.6))));
  return random.pick(melodyBars[level] ?? ['x...............']);
};

const barOf = (rhythm: string, chord: readonly number[], from: number, random: Random): MelodyBar => {
  let at = chordTone(chord, from);
  const steps = Array.from({ length: strokesIn(rhythm) }, (_, n) => {
    if (n > 0) at += random.pick([-2, -1, -1, 1, 1, 2]);
    at = Math.max(LOW, Math.min(HIGH, at));
    return at;
  });
  return { rhythm, steps };
};

/** The same shape over another chord. */
const moved = ({ rhythm, steps }: MelodyBar, chord: readonly number[]): MelodyBar => {
  const [first = 0] = steps;
  const shift = chordTone(chord, first) - first;
  return { rhythm, steps: steps.map((step) => Math.max(LOW, Math.min(HIGH, step + shift))) };
};

const CLOSE: MelodyBar = { rhythm: 'x.......x.......', steps: [1, 0] };

/** One bar for each chord. */
export const melodyOf = (chords: readonly (readonly number[])[], energy: number, random: Random): MelodyBar[] => {
  const motif: MelodyBar[] = [];
  let from = random.whole(0, 4);
  return chords.map((chord, n) => {
    const place = n % PHRASE_BARS;
    const known = motif[place];
    if (n === chords.length - 1 && n > 0) return CLOSE;
    // The second phrase begins as the first did, and goes on by itself.
    const bar =
      known !== undefined && (place < 2 || random.chance(0.5))
        ? moved(known, chord)
        : barOf(rhythmOf(energy, random), chord, from, random);
    motif[place] ??= bar;
    from = bar.steps.at(-1) ?? from;
    return bar;
  });
};
