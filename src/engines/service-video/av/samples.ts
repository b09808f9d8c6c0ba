/** The sound of a file as blocks of samples. */
import type { Frame, Stream } from 'node-av/lib';
import type { FilmTools } from '../tools/film-tools.ts';
import { AS_FLOATS, BLOCK } from '../tools/sound-filters.ts';
import { floatsOf, type Graph, openGraph } from './graph.ts';
import { closeInput, framesOf, type Input, openInput, streamOf } from './input.ts';

/** Sounds that were joined may change their shape; a graph takes frames of one shape. */
const shapeOf = ({ sampleRate, format, channelLayout }: Frame): string =>
  `${sampleRate} ${format} ${channelLayout.nbChannels}`;

async function* partsOf(input: Input, stream: Stream): AsyncGenerator<Float32Array> {
  let graph: Graph | undefined;
  let shape = '';
  const rest = async function* rest(): AsyncGenerator<Float32Array> {
    if (graph !== undefined) for await (const made of graph.push(null)) yield floatsOf(made);
    graph?.close();
    graph = undefined;
  };
  for await (const frame of framesOf(input, stream)) {
    if (shapeOf(frame) !== shape) yield* rest();
    shape = shapeOf(frame);
    graph ??= await openGraph(frame, stream.timeBase, AS_FLOATS);
    for await (const made of graph.push(frame)) yield floatsOf(made);
  }
  yield* rest();
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
