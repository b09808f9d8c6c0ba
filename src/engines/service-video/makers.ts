/** The helpers and the parts of a call of the engine. */
import type { Engine, ImageRequest, Scratch } from '../../ports/engine.ts';
import type { Children } from '../child/children.ts';

export type Makers = {
  readonly children: Children;
  /** Draws the still of a scene that has no picture. */
  readonly painter: Engine<ImageRequest>;
};

export type Call<R> = {
  readonly key: string;
  readonly request: R;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
};

/** Pixels are outside of the JavaScript heap. */
export const HEAP_MIB = 192;
/** The work of a child process. */
export const SCRIPT = new URL('./job.ts', import.meta.url);
