/** Sound as blocks of samples: 48,000 a second, left and right by turns, from -1 to 1. */
import type { Frame, Stream, FormatContext } from 'node-av/lib';
import { type Graph, openGraph } from '../av/graph.ts';
import { framesOf, openInput, SOUNDS, streamOf } from '../av/input.ts';
import { AS_FLOATS, floatsOf } from '../av/sound-frames.ts';

/** Moments of one block: a tenth of a second. */
export const BLOCK = 4_800;

const converted = async function* converted(
  input: FormatContext,
  stream: Stream,
  thing: string,
): AsyncGenerator<Frame> {
  let graph: Graph | undefined;
  for await (const frame of framesOf(input, stream, thing)) {
    graph ??= await openGraph(frame, stream.timeBase, AS_FLOATS);
    yield* graph.push(frame);
  }
  if (graph !== undefined) yield* graph.push(null);
  graph?.close();
};

/** Parts of any length as blocks. */
async function* inBlocks(parts: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  let block = new Float32Array(2 * BLOCK);
  let filled = 0;
  for await (const part of parts) {
    for (let at = 0; at < part.length;) {
      const taken = Math.min(part.length - at, block.length - filled);
      block.set(part.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      if (filled < block.length) continue;
      yield block;
      block = new Float32Array(2 * BLOCK);
      filled = 0;
    }
  }
  if (filled > 0) yield block;
}

async function* partsOf(input: FormatContext, thing: string): AsyncGenerator<Float32Array> {
  const stream = streamOf(input, 'sound', thing);
  for await (const frame of converted(input, stream, thing)) yield floatsOf(frame);
}

/** The samples of a sound file, then silence without end. Fault `rejected`: it is no sound that can be read. */
export async function* blocksOf(path: string | null, thing: string): AsyncGenerator<Float32Array, never> {
  if (path !== null) {
    const input = await openInput(path, thing, SOUNDS);
    yield* inBlocks(partsOf(input, thing));
    await input.closeInput();
  }
  for (;;) yield new Float32Array(2 * BLOCK);
}
