/** The helpers and the parts of a call of the engine. */
import type { Engine, ImageRequest, Scratch } from '../../ports/engine.ts';
import type { Children } from '../child/children.ts';

export type Makers = {
  readonly children: Children;
  /** FFmpeg's program, by its path; null: the library. */
  readonly ffmpeg: string | null;
  /** Draws the still of a scene that has no picture. */
  readonly painter: Engine<ImageRequest>;
};

export type Call<R> = {
  readonly key: string;
  readonly request: R;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
};
