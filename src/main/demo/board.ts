/** A screenplay as a storyboard, before anybody has drawn it. */

export type Line = { readonly who: string; readonly says: string };

export type BoardFrame = {
  /** Scene and place in it, e.g. `3B`. */
  readonly label: string;
  /** Counts the scenes of the screenplay from 1. */
  readonly scene: number;
  readonly sceneId: string;
  /** As written, e.g. `INT. DINER - DAWN`; empty before the first scene. */
  readonly heading: string;
  /** The action as people read it. */
  readonly text: string;
  /** What is said after it, up to the next frame. */
  readonly dialogue: readonly Line[];
  /** What the engine is asked to draw. */
  readonly prompt: string;
};

export type Board = {
  readonly title: string;
  /** E.g. `written by A. Writer`; empty when the screenplay names nobody. */
  readonly byline: string;
  readonly scenes: number;
  readonly frames: readonly BoardFrame[];
};
