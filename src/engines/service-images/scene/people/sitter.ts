/** The sitter of a closer shot, and the pose. */
import type { Palette } from '../../drawing/palette.ts';
import type { Random } from '../../../prompt/random.ts';
import type { Looks } from './looks.ts';

export type Mimic = 'plain' | 'smile' | 'sad' | 'fear' | 'stern' | 'shut';

export type Bust = {
  readonly palette: Palette;
  readonly looks: Looks;
  /** -1 looks far left, 0 at us, 1 far right. */
  readonly turn: number;
  readonly mimic: Mimic;
  readonly side: -1 | 1;
  readonly random: Random;
  readonly id: () => string;
};
