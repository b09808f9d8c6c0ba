/** Blocks of samples as frames of FFmpeg, and back. Blocks have left and right by turns, from -1 to 1. */
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { Frame, Rational } from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';
import { RATE } from '../plan/geometry.ts';
import { type Graph, openGraph } from './graph.ts';

export const PER_SAMPLE = new Rational(1, RATE);

/** `pts`: the moment of the first sample, in samples. */
const soundFrame = (block: Float32Array, pts: number): Frame => {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const timeBase = { num: 1, den: RATE };
  return Frame.fromAudioBuffer(bytes, {
    nbSamples: block.length / 2,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: RATE,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase,
    pts: BigInt(pts),
  });
};

/** Blocks as frames that went through filters. One frame is used for all. */
export async function* filtered(
  blocks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  filters: string,
): AsyncGenerator<Frame> {
  let graph: Graph | undefined;
  let at = 0;
  for await (const block of blocks) {
    const frame = soundFrame(block, at);
    at += block.length / 2;
    graph ??= await openGraph(frame, PER_SAMPLE, filters);
    yield* graph.push(frame);
    frame.free();
  }
  if (graph !== undefined) yield* graph.push(null);
  graph?.close();
}

/** A copy: the memory of the frame is used again. */
export const floatsOf = (frame: Frame): Float32Array => {
  const [bytes] = frame.data ?? [];
  if (bytes === undefined) throw new Fault('unavailable', 'a frame has no samples');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + frame.nbSamples * 8));
};
