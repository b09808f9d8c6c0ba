/** Drums of one bar: the beat, a fill at the end of a section, a crash at its beginning. */
import { type Bar, channels, type Note, strokesOf } from './note.ts';
import { type Beat, beats, crash, fill, type Strokes } from './patterns.ts';

const STRONG = 100;
const WEAK = 72;
const LASTS_SECONDS = 0.1;

export const drumsOf = (bar: Bar, beat: Beat, level: number, isLoud: boolean): readonly Note[] => {
  const strokes: Strokes = [
    ...(bar.isLast && level > 0.5 ? fill : beats[beat]),
    ...(bar.isFirst && isLoud ? crash : []),
  ];
  return strokes.flatMap(([key, rhythm]) =>
    strokesOf(bar, rhythm).map(({ at, strong }) => ({
      at,
      lasts: LASTS_SECONDS,
      channel: channels.drums,
      key,
      velocity: (strong ? STRONG : WEAK) * (0.6 + 0.4 * level),
    })),
  );
};
