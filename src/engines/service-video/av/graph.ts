/** A line of FFmpeg's filters, from one source to one sink; and blocks of samples as frames of it, and back. */
import {
  avChannelLayoutDescribe,
  avGetPixFmtName,
  avGetSampleFmtName,
  type FilterContext,
  FilterGraph,
  Frame,
  Rational,
} from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';
import { must, readyIn } from './check.ts';
import { newFrame } from './input.ts';
import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { RATE } from '../plan/geometry.ts';

export type Graph = {
  /** The frames that come out after one more; after null, the last ones. One frame is used for all. */
  push(frame: Frame | null): AsyncGenerator<Frame>;
  /** Also keeps the graph: the collector would free it under its filters. */
  close(): void;
};

const soundSource = (frame: Frame, { num, den }: Rational): string => {
  const format = avGetSampleFmtName(frame.format as never) ?? '';
  const layout = avChannelLayoutDescribe(frame.channelLayout) ?? 'stereo';
  const shape = `sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}`;
  return `abuffer@in=time_base=${num}/${den}:${shape}`;
};

const pictureSource = (frame: Frame, { num, den }: Rational): string => {
  const format = avGetPixFmtName(frame.format as never) ?? '';
  const size = `video_size=${frame.width}x${frame.height}`;
  return `buffer@in=${size}:pix_fmt=${format}:time_base=${num}/${den}:colorspace=bt709:range=tv`;
};

/** `like`: a frame as all those that will be pushed. `filters`: as on a command line, e.g. `volume=2,aecho`. */
export const openGraph = async (like: Frame, timeBase: Rational, filters: string): Promise<Graph> => {
  const sound = like.isAudio();
  const [source, sink] = sound
    ? [soundSource(like, timeBase), 'abuffersink@out']
    : [pictureSource(like, timeBase), 'buffersink@out'];
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  must(graph.parsePtr(`${source},${filters},${sink}`), `to parse ${filters}`);
  must(await graph.config(), `to set up ${filters}`);
  const input = named(graph, sound ? 'abuffer@in' : 'buffer@in');
  const output = named(graph, sink);
  const frame = newFrame();

  return {
    push: async function* push(given) {
      const checked = (answer: number): number => must(answer, 'to filter');
      checked(await input.buffersrcAddFrame(given));
      yield* readyIn(frame, async (into) => output.buffersinkGetFrame(into), checked);
    },
    close: () => {
      frame.free();
      graph.free();
    },
  };
};

const named = (graph: FilterGraph, name: string): FilterContext => {
  const found = graph.getFilter(name);
  if (found === null) throw new Fault('unavailable', `FFmpeg has no filter ${name}`);
  return found;
};

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
