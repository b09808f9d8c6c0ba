/** Sounds of a film without an end of their own. */
import { closeInput, openInput, SOUNDS, streamOf } from '../av/input.ts';
import { BLOCK, blocksIn } from '../av/samples.ts';

/** The samples of a sound file, then silence without end. Fault `rejected`: it is no sound that can be read. */
export async function* blocksOf(path: string | null, thing: string): AsyncGenerator<Float32Array, never> {
  if (path !== null) {
    const input = await openInput(path, thing, SOUNDS);
    yield* blocksIn(input, streamOf(input, 'sound'));
    await closeInput(input);
  }
  for (;;) yield new Float32Array(2 * BLOCK);
}
