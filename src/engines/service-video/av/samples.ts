/** The sound of a file as blocks of samples. */
import type { Stream } from 'node-av/lib';
import type { FilmTools } from '../tools/film-tools.ts';
import { AS_FLOATS, BLOCK } from '../tools/sound-filters.ts';
import { type Graph, openGraph } from './graph.ts';
import { closeInput, framesOf, type Input, openInput, streamOf } from './input.ts';
import { floatsOf } from './sound-frames.ts';

async function* partsOf(input: Input, stream: Stream): AsyncGenerator<Float32Array> {
  let graph: Graph | undefined;
  for await (const frame of framesOf(input, stream)) {
    graph ??= await openGraph(frame, stream.timeBase, AS_FLOATS);
    for await (const made of graph.push(frame)) yield floatsOf(made);
  }
  if (graph !== undefined) for await (const made of graph.push(null)) yield floatsOf(made);
  graph?.close();
}

export const blocksOf: FilmTools['blocksOf'] = async function* blocksOf(path, thing, allowed) {
  const input = await openInput(path, thing, allowed);
  let block = new Float32Array(2 * BLOCK);
  let filled = 0;
  for await (const part of partsOf(input, streamOf(input, 'sound'))) {
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
  await closeInput(input);
};
