/** Films as a player has them: every frame and every sample decoded. */
import { floatsOf, type Graph, openGraph } from '../../../src/engines/service-video/av/graph.ts';
import { closeInput, framesOf, openInput, packetsOf, streamOf } from '../../../src/engines/service-video/av/input.ts';
import { loudnessOf } from '../../../src/engines/service-video/av/loudness.ts';
import { FILMS } from '../../../src/engines/service-video/tools/allowed.ts';
import type { Loudness } from '../../../src/engines/service-video/tools/film-tools.ts';
import { AS_FLOATS } from '../../../src/engines/service-video/tools/sound-filters.ts';

export type Picture = {
  /** In milliseconds. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  /** Luma, without gaps between rows. */
  readonly y: Uint8Array;
};

/** Every frame of the picture. */
export const picturesOf = async (path: string): Promise<readonly Picture[]> => {
  const input = await openInput(path, path, FILMS);
  const stream = streamOf(input, 'video');
  const pictures: Picture[] = [];
  for await (const frame of framesOf(input, stream)) {
    const { width, height } = frame;
    const at = Number(frame.pts) * stream.timeBase.toDouble() * 1_000;
    pictures.push({ at, width, height, y: Uint8Array.from(frame.toBuffer().subarray(0, width * height)) });
  }
  await closeInput(input);
  return pictures;
};

/** The head of a file, which a player reads before it plays. */
export const headOf = async (path: string) => {
  const input = await openInput(path, path, FILMS);
  const streams = input.format.streams.map(({ codecpar, timeBase, duration, nbFrames, avgFrameRate }) => ({
    type: codecpar.codecType,
    codec: codecpar.codecId,
    width: codecpar.width,
    height: codecpar.height,
    format: codecpar.format,
    colours: [codecpar.colorRange, codecpar.colorSpace, codecpar.colorPrimaries, codecpar.colorTrc],
    seconds: Number(duration) * timeBase.toDouble(),
    frames: Number(nbFrames),
    rate: avgFrameRate.toDouble(),
    setUp: codecpar.extradata?.toString('hex') ?? '',
  }));
  const head = {
    seconds: Number(input.format.duration) / 1e6,
    title: input.format.metadata?.getAll()['title'],
    streams,
  };
  await closeInput(input);
  return head;
};

async function* samples(path: string): AsyncGenerator<Float32Array> {
  const input = await openInput(path, path, FILMS);
  const stream = streamOf(input, 'sound');
  let graph: Graph | undefined;
  for await (const frame of framesOf(input, stream)) {
    graph ??= await openGraph(frame, stream.timeBase, AS_FLOATS);
    for await (const made of graph.push(frame)) yield floatsOf(made);
  }
  graph?.close();
  await closeInput(input);
}

/** Left and right by turns, 48,000 a second. */
export const samplesOf = async (path: string): Promise<Float32Array> => {
  const blocks = await Array.fromAsync(samples(path));
  const all = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
};

export const loudness = async (path: string): Promise<Loudness> => loudnessOf(samples(path), { withPeak: true });

/** The mean strength of a part, in seconds. */
export const strength = (all: Float32Array, from: number, to: number): number => {
  const part = all.subarray(Math.round(from * 96_000), Math.round(to * 96_000));
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
};

/** The texts of the track of captions that are not empty, in milliseconds. */
export const textsOf = async (path: string) => {
  const input = await openInput(path, path, FILMS);
  const index = input.format.streams.findIndex(({ codecpar }) => codecpar.codecType === 3);
  const texts: { text: string; startMs: number; endMs: number }[] = [];
  for await (const packet of packetsOf(input)) {
    const text = packet.data?.subarray(2).toString() ?? '';
    const startMs = Number(packet.pts);
    if (packet.streamIndex === index && text !== '')
      texts.push({ text, startMs, endMs: startMs + Number(packet.duration) });
  }
  await closeInput(input);
  return texts;
};

/** The mean difference of two pictures, from 0 to 255. */
export const difference = (one: Picture, other: Picture): number =>
  one.y.reduce((sum, value, i) => sum + Math.abs(value - (other.y[i] ?? 0)), 0) / one.y.length;
