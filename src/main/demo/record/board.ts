/** A screenplay as a storyboard, before it is drawn. */
import type { ScriptFrame } from '../../../application/projects/script/split-script.ts';

export type BoardFrame = ScriptFrame & {
  /** Scene and place in it, e.g. `3B`. */
  readonly label: string;
};

export type Board = {
  readonly title: string;
  /** E.g. `written by A. Writer`; empty when the screenplay names no author. */
  readonly byline: string;
  readonly scenes: number;
  readonly frames: readonly BoardFrame[];
  /** Some of the scenes only. */
  readonly isPart: boolean;
};
