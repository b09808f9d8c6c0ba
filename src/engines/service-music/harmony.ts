/** Scales, chords and progressions, as steps of a scale. */

export const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
} as const;

export type ScaleName = keyof typeof scales;

/** Steps of the roots of four bars, from 0. */
export type Progression = readonly [number, number, number, number];

export const progressions: Readonly<Record<ScaleName, readonly [Progression, ...Progression[]]>> = {
  major: [
    [0, 4, 5, 3],
    [0, 3, 4, 4],
    [0, 5, 1, 4],
    [0, 2, 3, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [0, 6, 5, 6],
    [0, 2, 6, 3],
  ],
  harmonicMinor: [
    [0, 3, 4, 0],
    [0, 5, 3, 4],
    [0, 0, 3, 4],
  ],
  dorian: [
    [0, 3, 0, 3],
    [0, 6, 3, 0],
    [0, 1, 3, 0],
  ],
  phrygian: [
    [0, 1, 0, 6],
    [0, 5, 1, 0],
    [0, 0, 1, 2],
  ],
  lydian: [
    [0, 1, 5, 0],
    [0, 4, 1, 0],
    [0, 1, 4, 5],
  ],
  mixolydian: [
    [0, 6, 3, 0],
    [0, 3, 6, 0],
    [0, 4, 6, 3],
  ],
};

export type Key = {
  readonly scale: ScaleName;
  /** MIDI key of the tonic in the octave of middle C. */ readonly tonic: number;
};

const OCTAVE = 12;
const STEPS = 7;

/** The MIDI key of a step of the scale; steps go on below 0 and above 6 in other octaves. */
export const keyOfStep = ({ scale, tonic }: Key, step: number): number => {
  const octave = Math.floor(step / STEPS);
  return tonic + OCTAVE * octave + (scales[scale][step - octave * STEPS] ?? 0);
};

/** The steps of a chord of thirds. */
export const chordSteps = (root: number, sevenths: boolean): readonly number[] =>
  sevenths ? [root, root + 2, root + 4, root + 6] : [root, root + 2, root + 4];

/** The same pitch in the octave that is nearest to another key, and within bounds of at least an octave. */
export const nearest = (key: number, to: number, low: number, high: number): number => {
  let best = key + OCTAVE * Math.round((to - key) / OCTAVE);
  while (best > high) best -= OCTAVE;
  while (best < low) best += OCTAVE;
  return best;
};

/** The keys of a chord, close to a key and in rising order. */
export const voiced = (key: Key, steps: readonly number[], around: number, low: number, high: number) =>
  [...new Set(steps.map((step) => nearest(keyOfStep(key, step), around, low, high)))].sort((a, b) => a - b);
