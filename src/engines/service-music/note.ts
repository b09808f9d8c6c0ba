/** One note of a piece. */
export type Note = {
  /** Seconds from the beginning. */
  readonly at: number;
  /** Seconds. */
  readonly lasts: number;
  readonly channel: number;
  /** Of MIDI, 0 to 127. */
  readonly key: number;
  /** 1 to 127. */
  readonly velocity: number;
};

/** The channels of MIDI, of which the tenth is for drums. */
export const channels = { lead: 0, chords: 1, pad: 2, bass: 3, drums: 9 } as const;

/** Sixteenths of a beat's quarter: the grid of all rhythms. */
export const STEPS_PER_BEAT = 4;

/** A bar, as the parts see it. */
export type Bar = {
  /** Seconds at which each sixteenth begins, and the end of the bar after them. */
  readonly steps: readonly number[];
  /** Steps of the scale of its chord. */
  readonly chord: readonly number[];
  /** The next bar ends the section. */
  readonly isLast: boolean;
  readonly isFirst: boolean;
};

/** The strokes of a rhythm, with the time from each to the next or to the end of the bar. */
export const strokesOf = (bar: Bar, rhythm: string) => {
  const sixteenths = bar.steps.length - 1;
  const places = rhythm
    .slice(0, sixteenths)
    .split('')
    .flatMap((stroke, n) => (stroke === '.' ? [] : [n]));
  return places.map((place, n) => {
    const at = bar.steps[place] ?? 0;
    const until = bar.steps[places[n + 1] ?? sixteenths] ?? at;
    return { place, at, lasts: until - at, strong: rhythm[place] === 'X' };
  });
};
