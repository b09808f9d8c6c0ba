/** Rhythms: strokes of a bar on a grid of sixteenths. `x` is a stroke, `X` a strong one. */

export type Beat = 'pop' | 'rock' | 'swing' | 'four' | 'hiphop' | 'shaker' | 'toms';

/** MIDI keys of the drum channel. */
const KICK = 36;
const SNARE = 38;
const CLAP = 39;
const LOW_TOM = 41;
const HAT = 42;
const MIDDLE_TOM = 47;
const OPEN_HAT = 46;
const CRASH = 49;
const RIDE = 51;
const SHAKER = 70;

export type Strokes = readonly (readonly [key: number, bar: string])[];

export const beats: Readonly<Record<Beat, Strokes>> = {
  pop: [
    [KICK, 'X.......X.x.....'],
    [SNARE, '....X.......X...'],
    [HAT, 'x.x.x.x.x.x.x.x.'],
  ],
  rock: [
    [KICK, 'X.....x.X.x.....'],
    [SNARE, '....X.......X..x'],
    [HAT, 'X.x.X.x.X.x.X.x.'],
  ],
  swing: [
    [KICK, 'x.......x.......'],
    [RIDE, 'X...x..xX...x..x'],
    [HAT, '....x.......x...'],
  ],
  four: [
    [KICK, 'X...X...X...X...'],
    [CLAP, '....X.......X...'],
    [OPEN_HAT, '..x...x...x...x.'],
    [HAT, 'x.x.x.x.x.x.x.x.'],
  ],
  hiphop: [
    [KICK, 'X......x..X.....'],
    [SNARE, '....X.......X...'],
    [HAT, 'x.x.x.x.x.xxx.x.'],
  ],
  shaker: [
    [KICK, 'x.......x.......'],
    [SHAKER, 'X.x.x.x.X.x.x.x.'],
  ],
  toms: [
    [LOW_TOM, 'X.....x.X...x.x.'],
    [MIDDLE_TOM, '....x.......X...'],
  ],
};

/** In place of a section's last bar, and with its first stroke. */
export const fill: Strokes = [
  [KICK, 'X...x...X...x...'],
  [SNARE, '....x...x.x.xxxX'],
];
export const crash: Strokes = [[CRASH, 'X...............']];

/** Rhythms of melodies, from quiet to busy; the length of each note is the way to the next. */
export const melodyBars: readonly (readonly [string, ...string[]])[] = [
  ['x...............', 'x.......x.......', 'x...........x...'],
  ['x.......x...x...', 'x...x...x.......', 'x.....x.x.......'],
  ['x...x...x...x...', 'x.x.x...x...x...', 'x...x.x.x.......'],
  ['x.x.x.x.x...x...', 'x..x..x.x.x.x...', 'x.x...x.x.x.x.x.'],
];

/** Rhythms of the bass by energy. */
export const bassBars: readonly [string, ...string[]] = [
  'x...............',
  'x.......x.......',
  'x.....x.x.......',
  'x.x.x.x.x.x.x.x.',
];

/** Rhythms of struck and strummed chords. */
export const chordBars = {
  struck: 'x.....x....x....',
  strummed: 'X...x.xx..x.X.x.',
} as const;
