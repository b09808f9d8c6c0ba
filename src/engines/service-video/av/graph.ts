/** A line of FFmpeg's filters, from one source to one sink. */
import {
  avChannelLayoutDescribe,
  avGetPixFmtName,
  avGetSampleFmtName,
  FilterGraph,
  type FilterContext,
  type Frame,
  type Rational,
} from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';
import { must, readyIn } from './check.ts';
import { newFrame } from './input.ts';

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
