/** The plan of a piece: sections of bars, one after another. */

export type SectionKind = 'intro' | 'theme' | 'chorus' | 'bridge';

export type Section = {
  readonly kind: SectionKind;
  /** Sections of one kind and cycle have the same melody and chords. */
  readonly cycle: number;
  readonly bars: number;
};

const BLOCK_BARS = 8;
const INTRO_FROM_BARS = 8;
const LONG_INTRO_FROM_BARS = 24;
const ORDER: readonly SectionKind[] = ['theme', 'chorus', 'theme', 'bridge', 'chorus'];

/** Sections with so many bars in all. */
export const formOf = (bars: number): readonly Section[] => {
  const introBars = bars < INTRO_FROM_BARS ? 0 : bars < LONG_INTRO_FROM_BARS ? 2 : 4;
  const sections: Section[] = introBars === 0 ? [] : [{ kind: 'intro', cycle: 0, bars: introBars }];
  for (let [n, left] = [0, bars - introBars]; left > 0; n += 1, left -= BLOCK_BARS) {
    const kind = ORDER[n % ORDER.length] ?? 'theme';
    sections.push({ kind, cycle: Math.floor(n / ORDER.length), bars: Math.min(BLOCK_BARS, left) });
  }
  return sections;
};
