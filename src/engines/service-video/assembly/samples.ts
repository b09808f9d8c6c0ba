/** Sounds of a film without an end of their own. */
import { SOUNDS } from '../tools/allowed.ts';
import type { FilmTools } from '../tools/film-tools.ts';
import { BLOCK } from '../tools/sound-filters.ts';

/** The samples of a sound file, then silence without end. Fault `rejected`: it is no sound that can be read. */
export async function* blocksOf(
  tools: FilmTools,
  path: string | null,
  thing: string,
): AsyncGenerator<Float32Array, never> {
  if (path !== null) yield* tools.blocksOf(path, thing, SOUNDS);
  for (;;) yield new Float32Array(2 * BLOCK);
}
