/** The sound of a file as blocks of samples: 48,000 a second, left and right by turns, from -1 to 1. */
import type { Stream } from 'node-av/lib';
import { type Graph, openGraph } from './graph.ts';
import { framesOf, type Input } from './input.ts';
import { AS_FLOATS, floatsOf } from './sound-frames.ts';

/** Moments of one block: a tenth of a second. */
export const BLOCK = 4_800;

async function* partsOf(input: Input, stream: Stream): AsyncGenerator<Float32Array> {
  let graph: Graph | undefined;
  for await (const frame of framesOf(input, stream)) {
    graph ??= await openGraph(frame, stream.timeBase, AS_FLOATS);
    for await (const made of graph.push(frame)) yield floatsOf(made);
  }
  if (graph !== undefined) for await (const made of graph.push(null)) yield floatsOf(made);
  graph?.close();
}

/** Fault `rejected`: the sound cannot be read. The last block is filled with silence. */
export async function* blocksIn(input: Input, stream: Stream): AsyncGenerator<Float32Array> {
  let block = new Float32Array(2 * BLOCK);
  let filled = 0;
  for await (const part of partsOf(input, stream)) {
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
